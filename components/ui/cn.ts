import { type ClassValue, clsx } from "clsx";

/** Utilities that set one property each, by what comes before their value. */
const PREFIXES =
  "max-w max-h min-w min-h w h size mt mr mb ml mx my m pt pr pb pl px py p gap-x gap-y gap inset-x inset-y inset top right bottom left basis grow shrink grid-cols grid-flow auto-cols col-span col-start items justify-self justify-items justify self content order z bg fill stroke leading tracking align whitespace break line-clamp decoration underline-offset outline-offset overflow-x overflow-y overflow overscroll scroll-mt scroll-py opacity transition duration animate translate-x translate-y rotate scale origin cursor select touch pointer-events appearance field-sizing rounded-b";
const BY_PREFIX = new RegExp(`^-?(${PREFIXES.replaceAll(" ", "|")})(?:-|$)`);

/** Utilities whose prefix has several meanings, or none. The first that matches counts. */
const BY_NAME: readonly (readonly [group: string, RegExp])[] = [
  ["display", /^(block|inline|inline-block|flex|inline-flex|grid|contents|hidden|table)$/],
  ["position", /^(static|relative|absolute|sticky|fixed)$/],
  ["visibility", /^(visible|invisible)$/],
  ["case", /^(uppercase|lowercase|capitalize|normal-case)$/],
  ["line", /^(underline|line-through|no-underline)$/],
  ["flex-wrap", /^flex-(wrap|nowrap)$/],
  ["flex-direction", /^flex-(col|row)$/],
  ["flex", /^flex-/],
  ["text-align", /^text-(left|center|right|start|end)$/],
  ["text-wrap", /^text-(pretty|balance|wrap|nowrap)$/],
  ["text-size", /^text-(2xs|xs|sm|base|lg|\d?xl|\[\d\S+\])$/],
  ["text-color", /^text-/],
  ["font-family", /^font-(sans|mono)$/],
  ["font-weight", /^font-/],
  ["list-place", /^list-(inside|outside)$/],
  ["list-kind", /^list-/],
  ["border", /^border(-\d)?$/],
  ["border-x", /^border-x(-\d)?$/],
  ["border-y", /^border-y(-\d)?$/],
  ["border-t", /^border-t(-\d)?$/],
  ["border-r", /^border-r(-\d)?$/],
  ["border-b", /^border-b(-\d)?$/],
  ["border-l", /^border-l(-\d)?$/],
  ["border-style", /^border-(solid|dashed|none)$/],
  ["border-color", /^border-/],
  ["shadow", /^shadow-/],
  ["rounded", /^rounded(-(none|sm|md|lg|xl|full))?$/],
  ["outline-style", /^outline-(none|hidden)$/],
  ["outline", /^outline(-\d)?$/],
  ["outline-color", /^outline-(?!offset)/],
];

/** The properties that a utility sets besides its own. */
const INCLUDED: Readonly<Record<string, string>> = {
  size: "w h",
  m: "mx my mt mr mb ml",
  mx: "ml mr",
  my: "mt mb",
  p: "px py pt pr pb pl",
  px: "pl pr",
  py: "pt pb",
  gap: "gap-x gap-y",
  inset: "inset-x inset-y top right bottom left",
  "inset-x": "left right",
  "inset-y": "top bottom",
  flex: "basis grow shrink",
  overflow: "overflow-x overflow-y",
  "line-clamp": "display overflow",
  "text-size": "leading",
  border: "border-x border-y border-t border-r border-b border-l",
  "border-x": "border-l border-r",
  "border-y": "border-t border-b",
  rounded: "rounded-b",
};

type Split = { variants: string; group: string };

/** The variants in front of a utility, like `hover:`, and what it sets; null if it conflicts with nothing. */
function splitClass(name: string): Split | null {
  // Colons in brackets are no variants.
  const variants = /^(?:(?:[^:[\]()]|\[[^\]]*\]|\([^)]*\))*:)*/.exec(name)?.[0] ?? "";
  const utility = name.slice(variants.length);
  const property = /^\[([^:]+):/.exec(utility)?.[1];
  const named = BY_NAME.find(([, pattern]) => pattern.test(utility))?.[0];
  const group = property ?? named ?? BY_PREFIX.exec(utility)?.[1];
  return group === undefined ? null : { variants, group };
}

/** Of the classes in the source, so there are no more than that. */
const known = new Map<string, Split | null>();

function splitOnce(name: string): Split | null {
  const split = known.get(name) ?? splitClass(name);
  known.set(name, split);
  return split;
}

/**
 * Joins class names; of two that conflict, the later one wins. It does for this project's classes what `tailwind-merge` does for all,
 * in a seventh of its size, on every page of the dashboard. A test compares them.
 */
export function cn(...classes: ClassValue[]): string {
  const taken = new Set<string>();
  const kept: string[] = [];
  for (const name of clsx(classes).split(" ").filter(Boolean).reverse()) {
    const { variants = "", group } = splitOnce(name) ?? {};
    if (group !== undefined) {
      if (taken.has(variants + group)) continue;
      for (const each of [group, ...(INCLUDED[group]?.split(" ") ?? [])])
        taken.add(variants + each);
    }
    kept.push(name);
  }
  return kept.reverse().join(" ");
}
