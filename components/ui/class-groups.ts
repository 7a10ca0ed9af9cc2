import type { Config } from "tailwind-merge";

const any = () => true;
const isWidth = (value: string) => /^\d+$/.test(value);
const isSize = (value: string) => /^(\d?xs|sm|base|lg|\d?xl|\[[\d.]+rem\])$/.test(value);

/** Prefixes of classes that set the same, whatever follows. */
const PREFIXES = [
  "p px py pt pr pb pl m mx my mt mr mb ml w h size min-w min-h max-w max-h",
  "inset inset-x inset-y top right bottom left z order gap gap-x gap-y grid-cols",
  "items justify justify-self self shrink grow basis overflow overflow-x overflow-y",
  "bg fill stroke rounded rounded-t rounded-b shadow opacity transition duration",
  "leading tracking whitespace cursor",
].flatMap((names) => names.split(" "));

/**
 * The classes that callers of our components override. Tailwind's whole list would add 6 KB to every page. The tests of
 * the pages' looks find elements with two classes for the same thing, which this list lacks.
 */
export const CLASS_GROUPS: Config<string, string> = {
  cacheSize: 500,
  theme: {},
  classGroups: {
    ...Object.fromEntries(PREFIXES.map((name) => [name, [{ [name]: ["", any] }]])),
    display: [
      "block",
      "inline-block",
      "inline",
      "flex",
      "inline-flex",
      "grid",
      "contents",
      "hidden",
    ],
    position: ["static", "fixed", "absolute", "relative", "sticky"],
    flex: [{ flex: ["1", "auto", "none"] }],
    direction: [{ flex: ["row", "col"] }],
    wrap: [{ flex: ["wrap", "nowrap"] }],
    border: [{ border: ["", isWidth] }],
    "border-t": [{ "border-t": ["", isWidth] }],
    "border-b": [{ "border-b": ["", isWidth] }],
    "border-style": [{ border: ["solid", "dashed", "none"] }],
    "border-color": [{ border: [any] }],
    align: [{ text: ["left", "center", "right"] }],
    "text-wrap": [{ text: ["pretty", "balance"] }],
    text: [{ text: [isSize] }],
    "text-color": [{ text: [any] }],
    family: [{ font: ["sans", "mono"] }],
    weight: [{ font: [any] }],
  },
  // A class for all sides replaces those for one.
  conflictingClassGroups: {
    p: ["px", "py", "pt", "pr", "pb", "pl"],
    px: ["pr", "pl"],
    py: ["pt", "pb"],
    m: ["mx", "my", "mt", "mr", "mb", "ml"],
    mx: ["mr", "ml"],
    my: ["mt", "mb"],
    size: ["w", "h"],
    inset: ["inset-x", "inset-y", "top", "right", "bottom", "left"],
    "inset-x": ["right", "left"],
    "inset-y": ["top", "bottom"],
    gap: ["gap-x", "gap-y"],
    overflow: ["overflow-x", "overflow-y"],
    rounded: ["rounded-t", "rounded-b"],
    flex: ["basis", "grow", "shrink"],
    border: ["border-t", "border-b"],
    text: ["leading"],
  },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: ["*", "**", "after", "backdrop", "before", "file", "placeholder"],
};
