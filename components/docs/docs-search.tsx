"use client";

import { Search } from "lucide-react";
import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { highlight } from "#components/ui/highlight.ts";
import { Input } from "#components/ui/input";
import { Kbd } from "#components/ui/kbd";
import { countOf } from "#lib/core/count";
import type { SearchRow } from "#lib/entry/docs/navigation";

/** The maximum number of characters of an excerpt before and after the match. */
const BEFORE = 24;
const AFTER = 72;

/** @throws {Error} if the index can't be loaded */
async function loadRows(): Promise<SearchRow[]> {
  const response = await fetch("/docs/search.json");
  if (!response.ok) throw new Error(`the search index responded with ${response.status}`);
  return response.json();
}

/** Ranks a row: higher is better; 0 if a word is missing. */
function rank([, page, heading, text]: SearchRow, words: readonly string[]): number {
  const places = [heading.toLowerCase(), page.toLowerCase(), text.toLowerCase()];
  const scores = words.map((word) => {
    const place = places.findIndex((one) => one.includes(word));
    return place === -1 ? 0 : [8, 4, 1][place];
  });
  return scores.every(Boolean) ? scores.reduce<number>((sum, one) => sum + (one ?? 0), 0) : 0;
}

function excerptOf(text: string, [word = ""]: readonly string[]): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word));
  const start = at <= BEFORE ? 0 : text.indexOf(" ", at - BEFORE) + 1;
  const part = text.slice(start, at + AFTER);
  return `${start > 0 ? "…" : ""}${part}${at + AFTER < text.length ? "…" : ""}`;
}

function findRows(rows: readonly SearchRow[], words: readonly string[]): SearchRow[] {
  return rows
    .map((row) => ({ row, score: rank(row, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ row }) => row);
}

/** More results than anyone reads. */
const MAX_SHOWN = 30;

/** Searches guides and reference. The index is loaded when the field is first focused. */
export function DocsSearch() {
  const [query, setQuery] = useState("");
  const [rows, setRows] = useState<readonly SearchRow[] | "failed" | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const path = usePathname();
  const router = useRouter();
  const typed = query.trim();
  const words = typed.toLowerCase().split(/\s+/);
  const found = Array.isArray(rows) && typed !== "" ? findRows(rows, words) : [];

  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.matches("input, textarea");
      if (event.key !== "/" || isTyping || event.metaKey || event.ctrlKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener("keydown", focus);
    return () => removeEventListener("keydown", focus);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page has other matches
  useEffect(() => highlight(typed.length < 2 ? "" : typed, "#content"), [typed, path]);

  function load(): void {
    if (rows !== null && rows !== "failed") return;
    loadRows().then(setRows, () => setRows("failed"));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === "Escape" && query !== "") {
      event.preventDefault();
      setQuery("");
    }
    const [first] = found;
    if (event.key === "Enter" && first) router.push(first[0]);
  }

  const status = () => {
    if (typed === "") return "";
    if (rows === "failed") return "Search couldn’t be loaded. Check your connection.";
    if (rows === null) return "Loading…";
    return found.length === 0 ? "No results" : countOf(found.length, "result");
  };

  return (
    <search className="[@media(scripting:none)]:hidden">
      <div className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted-foreground"
        />
        <Input
          ref={input}
          type="search"
          value={query}
          aria-label="Search the documentation"
          placeholder="Search"
          autoComplete="off"
          onFocus={load}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          className="pr-2 pl-8.5"
        />
        {query === "" ? (
          <Kbd aria-hidden className="pointer-events-none absolute top-2 right-2 max-lg:hidden">
            /
          </Kbd>
        ) : null}
      </div>
      <p role="status" className="px-2 pt-2 text-xs text-muted-foreground empty:hidden">
        {status()}
      </p>
      {found.length === 0 ? null : (
        <ul className="results">
          {found.slice(0, MAX_SHOWN).map(([href, page, heading, text]) => (
            <li key={href}>
              <Link href={href} prefetch={false}>
                <strong>{heading || page}</strong>
                <small>{heading ? page : null}</small>
                <span>{excerptOf(text, words)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}
