"use client";

import { LoaderCircle, Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState, useTransition } from "react";
import { Input } from "#components/ui/input";
import { type InboxQuery, inboxHref } from "./inbox-href";

const PAUSE_MS = 250;

/** Searches while one types; the address follows, so that a search can be sent to a colleague. */
export function SearchBox({ query }: { query: InboxQuery }) {
  const router = useRouter();
  const [text, setText] = useState(query.search ?? "");
  const [isPending, startTransition] = useTransition();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);

  // What was typed before the page came alive has told nobody.
  const catchUp = useEffectEvent(() => {
    const typed = input.current?.value ?? "";
    if (typed !== text) search(typed);
  });

  useEffect(() => catchUp(), []);
  useEffect(() => () => clearTimeout(timer.current), []);

  function search(next: string): void {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const change = { search: next.trim() || null, cursor: null, message: null };
      startTransition(() => router.replace(inboxHref(query, change)));
    }, PAUSE_MS);
  }

  const Icon = isPending ? LoaderCircle : Search;
  return (
    <form
      action="/inbox"
      className="min-w-0 flex-1"
      onSubmit={(event) => {
        event.preventDefault();
        search(text);
      }}
    >
      {query.folder === "inbox" ? null : <input type="hidden" name="folder" value={query.folder} />}
      <div className="relative">
        <Icon
          aria-hidden
          className={`pointer-events-none absolute top-2.5 left-3 size-4 text-muted-foreground ${isPending ? "animate-spin" : ""}`}
        />
        <Input
          ref={input}
          type="search"
          aria-label="Search messages"
          name="search"
          value={text}
          maxLength={200}
          onChange={(event) => search(event.currentTarget.value)}
          placeholder="Search messages"
          autoComplete="off"
          className="pl-9"
        />
      </div>
    </form>
  );
}
