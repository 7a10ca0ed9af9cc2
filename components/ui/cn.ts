import { type ClassValue, clsx } from "clsx";
import { createTailwindMerge } from "tailwind-merge";

type Config = ReturnType<Parameters<typeof createTailwindMerge>[0]>;

const any = () => true;
const isWidth = (value: string) => /^(?:\d+|px)$/.test(value);
const isFontSize = (value: string) =>
  /^(?:\d?x[sl]|base|sm|md|lg|\[[\d.]+(?:rem|em|px)\])$/.test(value);

/** Groups of classes by what comes before their value, like `px-4`. */
const BY_PREFIX =
  "p px py pt pr pb pl m mx my mt mr mb ml size w h min-w max-w min-h max-h inset inset-x inset-y top right bottom left z order gap gap-x gap-y basis items justify justify-items justify-self self leading tracking opacity bg cursor duration animate rotate translate-x translate-y grid-cols grid-flow auto-cols col-span col-start scroll-mt scroll-py overscroll pointer-events select shadow underline-offset outline-offset decoration fill list appearance touch align field-sizing overflow overflow-x overflow-y line-clamp whitespace".split(
    " ",
  );

/** What rules several properties at once ends what was said of one of them before. */
const INCLUDES: Readonly<Record<string, string>> = {
  p: "px py pt pr pb pl",
  px: "pr pl",
  py: "pt pb",
  m: "mx my mt mr mb ml",
  mx: "mr ml",
  my: "mt mb",
  size: "w h",
  inset: "inset-x inset-y top right bottom left",
  "inset-x": "right left",
  "inset-y": "top bottom",
  gap: "gap-x gap-y",
  overflow: "overflow-x overflow-y",
  flex: "basis grow shrink",
  "font-size": "leading",
  "line-clamp": "display overflow",
  rounded: "rounded-b",
  "border-w": "border-w-y border-w-t border-w-r border-w-b border-w-l",
  "border-w-y": "border-w-t border-w-b",
};

/**
 * Which of our classes conflict, for `cn`. tailwind-merge's own table covers all of Tailwind and would add
 * 5 KB to every page. A new kind of class fails in `cn.test.ts` until it's listed here.
 */
const classGroups = (): Config => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    ...Object.fromEntries(BY_PREFIX.map((name) => [name, [{ [name]: [any] }]])),
    container: ["@container"],
    display:
      "block inline inline-block flex inline-flex grid inline-grid contents table hidden".split(
        " ",
      ),
    position: "static fixed absolute relative sticky".split(" "),
    visibility: ["visible", "invisible"],
    sr: ["sr-only", "not-sr-only"],
    flex: [{ flex: ["1", "auto", "none"] }],
    "flex-direction": [{ flex: ["row", "col"] }],
    "flex-wrap": [{ flex: ["wrap", "nowrap"] }],
    "align-content": [{ content: ["start", "center", "end"] }],
    grow: [{ grow: ["", "0"] }],
    shrink: [{ shrink: ["", "0"] }],
    "font-size": [{ text: [isFontSize] }],
    "text-align": [{ text: ["left", "center", "right", "start", "end"] }],
    "text-wrap": [{ text: ["wrap", "nowrap", "balance", "pretty"] }],
    "text-overflow": ["truncate"],
    "text-color": [{ text: [any] }],
    "font-weight": [{ font: ["normal", "medium", "semibold", "bold"] }],
    "font-family": [{ font: ["sans", "mono"] }],
    "text-decoration": ["underline", "line-through", "no-underline"],
    "text-transform": ["uppercase", "capitalize", "normal-case"],
    "font-style": ["italic", "not-italic"],
    break: [{ break: ["normal", "words", "all"] }],
    wrap: [{ wrap: ["anywhere", "normal"] }],
    "border-w": [{ border: ["", isWidth] }],
    "border-w-y": [{ "border-y": ["", isWidth] }],
    "border-w-t": [{ "border-t": ["", isWidth] }],
    "border-w-r": [{ "border-r": ["", isWidth] }],
    "border-w-b": [{ "border-b": ["", isWidth] }],
    "border-w-l": [{ "border-l": ["", isWidth] }],
    "border-style": [{ border: ["solid", "dashed"] }],
    "border-color": [{ border: [any] }],
    "divide-y": [{ "divide-y": ["", isWidth] }],
    rounded: [{ rounded: ["", any] }],
    "rounded-b": [{ "rounded-b": ["", any] }],
    "outline-style": [{ outline: ["none", "hidden"] }],
    "outline-w": [{ outline: ["", isWidth] }],
    "outline-color": [{ outline: [any] }],
    "ring-w": [{ ring: ["", isWidth] }],
    "ring-color": [{ ring: [any] }],
    transition: [{ transition: ["", any] }],
    "stroke-w": [{ stroke: [isWidth] }],
    stroke: [{ stroke: [any] }],
  },
  conflictingClassGroups: Object.fromEntries(
    Object.entries(INCLUDES).map(([group, others]) => [group, others.split(" ")]),
  ),
  conflictingClassGroupModifiers: { "font-size": ["leading"] },
  orderSensitiveModifiers: ["*", "**", "after", "backdrop", "before", "placeholder"],
});

const merge = createTailwindMerge(classGroups);

/** Joins class names; of two that conflict, the later one wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
