"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";

const STRING = /(?<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')/;
const SLASHES = /(?<comment>(?<=^|\s)\/\/[^\n]*|\{?\/\*[\s\S]*?\*\/\}?|<!--[\s\S]*?-->)/m;
const HASH = /(?<comment>(?<=^|\s)#[^\n]*)/m;
const MARKUP = /(?<string>"[^"\n]*")|(?<comment><!--[\s\S]*?-->)/;

const LIKE_SHELL = new RegExp(`${STRING.source}|${HASH.source}`, "gm");
const LIKE_C = new RegExp(`${STRING.source}|${SLASHES.source}`, "gm");
const LIKE_HTML = new RegExp(MARKUP.source, "g");

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
    const range = new Range();
    range.setStart(node, match.index);
    range.setEnd(node, match.index + match[0].length);
    yield [match.groups?.comment === undefined ? "code-string" : "code-comment", range];
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
