import { LoaderCircle, Search, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { IconButton } from "#components/ui/button";
import { Input } from "#components/ui/input";
import { Kbd } from "#components/ui/kbd";
import { useInboxNavigation } from "../inbox-navigation";
import { inboxSearch, listHref } from "../inbox-url";

const DEBOUNCE_MS = 200;
export const SEARCH_ID = "inbox-search";

/** Searches all folders while someone types, and puts the search into the URL. */
export function SearchBox() {
  const { query, replace, isPending } = useInboxNavigation();
  const [typed, setTyped] = useState(query.search ?? "");
  const [searched, setSearched] = useState(query.search ?? "");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const folderBefore = useRef(query.folder);
  useEffect(() => {
    if (!query.search) folderBefore.current = query.folder;
  }, [query.search, query.folder]);

  // Back, Forward, and links also change the search.
  if ((query.search ?? "") !== searched) {
    setSearched(query.search ?? "");
    if (typed.trim() === searched) setTyped(query.search ?? "");
  }

  // Text typed before hydration fired no event.
  const searchEarlyText = useEffectEvent(() => {
    const early = input.current?.value ?? "";
    if (early !== typed) search(early, DEBOUNCE_MS);
  });
  useEffect(() => searchEarlyText(), []);
  useEffect(() => () => clearTimeout(timer.current), []);

  function search(next: string, delayMs: number): void {
    setTyped(next);
    clearTimeout(timer.current);
    const term = next.trim();
    // A new search looks in all folders; without one, the folder from before is back.
    const folder = term === "" ? folderBefore.current : query.search ? query.folder : "all";
    const href = listHref(query, { search: term || null, folder });
    // Typing adds no history entries.
    timer.current = setTimeout(() => replace(href), delayMs);
  }

  /** The other filters, for a search that is submitted before hydration. */
  const filters = inboxSearch(query, { search: null, message: null, cursor: null });
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
      {[...new URLSearchParams(filters)].map(([name, value]) => (
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
        onChange={(event) => search(event.currentTarget.value, DEBOUNCE_MS)}
        placeholder="Search messages"
        autoComplete="off"
        className="peer px-9 [&::-webkit-search-cancel-button]:hidden"
      />
      <Kbd
        aria-hidden
        className="pointer-events-none absolute top-2 right-2 hidden lg:peer-placeholder-shown:inline-flex lg:peer-focus:hidden"
      >
        /
      </Kbd>
      {typed === "" ? null : (
        <IconButton
          icon={<X aria-hidden />}
          label="Clear search"
          title="Clear search"
          className="absolute top-0.5 right-0.5"
          onClick={() => {
            search("", 0);
            input.current?.focus();
          }}
        />
      )}
    </form>
  );
}
