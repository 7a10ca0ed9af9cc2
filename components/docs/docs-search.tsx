"use client";

import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { filterContents, indexContents, markMatches } from "#components/docs/find-sections";
import { Input } from "#components/ui/input";
import { Kbd } from "#components/ui/kbd";
import { countOf } from "#lib/core/count";

type DocsSearchProps = {
  /** The search field, focused with `/`. */
  hasKey?: boolean;
};

/** Filters the table of contents by the search words and highlights them on the page. */
export function DocsSearch({ hasKey = false }: DocsSearchProps) {
  const [query, setQuery] = useState("");
  const [left, setLeft] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const index = useRef<Map<HTMLAnchorElement, string>>(null);

  useEffect(() => {
    if (!hasKey) return;
    const focus = (event: globalThis.KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.matches("input, textarea");
      if (event.key !== "/" || isTyping || event.metaKey || event.ctrlKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener("keydown", focus);
    return () => removeEventListener("keydown", focus);
  }, [hasKey]);

  function search(text: string): void {
    setQuery(text);
    const contents = input.current?.closest("nav");
    if (!contents) return;
    index.current ??= indexContents(contents);
    setLeft(filterContents(contents, index.current, text));
    markMatches(text);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === "Escape") search("");
    if (event.key !== "Enter") return;
    const first = input.current
      ?.closest("nav")
      ?.querySelector<HTMLElement>("li li:not([hidden]) a");
    first?.click();
  }

  return (
    <div className="mb-4 [@media(scripting:none)]:hidden">
      <div className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted-foreground"
        />
        <Input
          ref={input}
          type="search"
          value={query}
          aria-label="Search the reference"
          placeholder="Search"
          autoComplete="off"
          onChange={(event) => search(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          className="pr-2 pl-8.5"
        />
        {hasKey && query === "" ? (
          <Kbd aria-hidden className="pointer-events-none absolute top-2 right-2">
            /
          </Kbd>
        ) : null}
      </div>
      <p role="status" className="px-2 pt-2 text-xs text-muted-foreground empty:hidden">
        {query.trim() === "" ? "" : left === 0 ? "No results" : countOf(left, "section")}
      </p>
    </div>
  );
}
