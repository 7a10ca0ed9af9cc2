import { LoaderCircle, Search } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Input } from "#components/ui/input";
import { Kbd } from "#components/ui/kbd";
import { type InboxQuery, inboxSearch, listHref } from "./inbox-href";

const PAUSE_MS = 200;
export const SEARCH_ID = "inbox-search";

type SearchBoxProps = {
  query: InboxQuery;
  /** Puts a list in the place of this one: typing leaves no trail in the history. */
  go: (href: string) => void;
  isPending: boolean;
};

/** Searches while one types; the address follows, so that a search can be sent to a colleague. */
export function SearchBox({ query, go, isPending }: SearchBoxProps) {
  const [typed, setTyped] = useState(query.search ?? "");
  const [searched, setSearched] = useState(query.search ?? "");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);

  // Back, Forward and links change the search, too.
  if ((query.search ?? "") !== searched) {
    setSearched(query.search ?? "");
    if (typed.trim() === searched) setTyped(query.search ?? "");
  }

  // What was typed before the page came alive has told nobody.
  const catchUp = useEffectEvent(() => {
    const early = input.current?.value ?? "";
    if (early !== typed) search(early, PAUSE_MS);
  });
  useEffect(() => catchUp(), []);
  useEffect(() => () => clearTimeout(timer.current), []);

  function search(next: string, pauseMs: number): void {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => go(listHref(query, { search: next.trim() || null })), pauseMs);
  }

  /** What else narrows the list, for a search before the page came alive. */
  const kept = inboxSearch(query, { search: null, message: null, cursor: null });
  const Icon = isPending ? LoaderCircle : Search;
  return (
    <form
      action="/inbox"
      className="relative min-w-0 flex-1"
      onSubmit={(event) => {
        event.preventDefault();
        search(typed, 0);
      }}
    >
      {[...new URLSearchParams(kept)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Icon
        aria-hidden
        className={`pointer-events-none absolute top-2.5 left-3 size-4 text-muted-foreground ${isPending ? "animate-spin" : ""}`}
      />
      <Input
        ref={input}
        id={SEARCH_ID}
        type="search"
        aria-label="Search messages"
        aria-keyshortcuts="/"
        name="search"
        value={typed}
        maxLength={200}
        onChange={(event) => search(event.currentTarget.value, PAUSE_MS)}
        placeholder="Search messages"
        autoComplete="off"
        className="peer pl-9"
      />
      <Kbd
        aria-hidden
        className="pointer-events-none absolute top-2 right-2 hidden lg:peer-placeholder-shown:inline-flex lg:peer-focus:hidden"
      >
        /
      </Kbd>
    </form>
  );
}
