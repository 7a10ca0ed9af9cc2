"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";

const QUOTED = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`;
/** Keys keep the color of the text. */
const STRING = String.raw`(?:${QUOTED})(?=\s*:)|(?<string>${QUOTED})`;
const SLASHES = String.raw`(?<comment>(?<=^|\s)\/\/[^\n]*|\{?\/\*[\s\S]*?\*\/\}?|<!--[\s\S]*?-->)`;
const HASH = String.raw`(?<comment>(?<=^|\s)#[^\n]*)`;

const LIKE_SHELL = new RegExp(`${STRING}|${HASH}`, "gm");
const LIKE_C = new RegExp(`${STRING}|${SLASHES}`, "gm");
const LIKE_HTML = /(?<string>"[^"\n]*")|(?<comment><!--[\s\S]*?-->)/g;

const PATTERNS: Readonly<Record<string, RegExp>> = {
  sh: LIKE_SHELL,
  python: LIKE_SHELL,
  html: LIKE_HTML,
  http: LIKE_HTML,
};

/** The ranges of a block that a kind of token takes up. */
function* findTokens(pre: HTMLElement): Generator<[kind: string, range: Range]> {
  const node = pre.querySelector("code")?.firstChild;
  if (!node?.textContent) return;
  const pattern = PATTERNS[pre.dataset.language ?? ""] ?? LIKE_C;
  for (const match of node.textContent.matchAll(pattern)) {
    const { string, comment } = match.groups ?? {};
    if (string === undefined && comment === undefined) continue;
    const range = new Range();
    range.setStart(node, match.index);
    range.setEnd(node, match.index + match[0].length);
    yield [comment === undefined ? "code-string" : "code-comment", range];
  }
}

/** Colors strings and comments, in browsers that can do it without elements for each. Renders nothing. */
export function CodeColors() {
  const path = usePathname();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page has other code
  useEffect(() => {
    if (!("highlights" in CSS)) return;
    const found = [...document.querySelectorAll<HTMLElement>("figure.code pre")].flatMap((pre) => [
      ...findTokens(pre),
    ]);
    for (const [kind, tokens] of Map.groupBy(found, ([kind]) => kind))
      CSS.highlights.set(kind, new Highlight(...tokens.map(([, range]) => range)));
  }, [path]);
  return null;
}
