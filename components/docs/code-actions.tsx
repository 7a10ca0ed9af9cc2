"use client";

import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import { keepCookie, LANGUAGE_COOKIE } from "#components/shell/preferences.ts";
import { writeToClipboard } from "#components/ui/copy-button";

const SHOWN_MS = 2000;

/** Returns the code shown in a figure, which is that of the selected tab. */
function shownCode(figure: Element | null): string {
  const codes = [...(figure?.querySelectorAll("code") ?? [])];
  return codes.find((code) => code.checkVisibility())?.textContent ?? "";
}

/** Selects a language in every figure that has it, and remembers it. */
function selectLanguage(selected: HTMLInputElement): void {
  const { top } = selected.getBoundingClientRect();
  for (const input of document.querySelectorAll<HTMLInputElement>("figure.code input"))
    if (input.value === selected.value) input.checked = true;
  // The code above may have changed its height. This keeps the clicked button in place.
  scrollBy({ top: selected.getBoundingClientRect().top - top, behavior: "instant" });
  keepCookie(LANGUAGE_COOKIE, selected.value);
}

/** Makes the copy buttons and language tabs of all code on the page work together. */
export function CodeActions() {
  const [message, setMessage] = useState("");

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function onClick({ target }: MouseEvent): Promise<void> {
      const button = target instanceof Element && target.closest("button[data-copy]");
      if (!button || !(await writeToClipboard(shownCode(button.closest("figure"))))) return;
      for (const one of document.querySelectorAll("button[data-copied]"))
        one.removeAttribute("data-copied");
      button.setAttribute("data-copied", "");
      setMessage("Copied");
      clearTimeout(timer);
      timer = setTimeout(() => {
        button.removeAttribute("data-copied");
        setMessage("");
      }, SHOWN_MS);
    }

    function onChange({ target }: Event): void {
      if (target instanceof HTMLInputElement && target.closest("figure.code"))
        selectLanguage(target);
    }

    document.addEventListener("click", onClick);
    document.addEventListener("change", onChange);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("click", onClick);
      document.removeEventListener("change", onChange);
    };
  }, []);

  return (
    <p role="status" className="sr-only">
      {message}
    </p>
  );
}

const QUOTED = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`;
/** Matches strings, except keys, which keep the color of the text. */
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

/**
 * Colors strings and comments, in browsers that can do it without an element for each. Renders nothing.
 */
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
