"use client";

import { LoaderCircle, Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useTransition } from "react";
import { Input, NativeSelect } from "#components/ui/input";
import { formsHref } from "./forms-url";

const DEBOUNCE_MS = 200;

const SORTS = {
  latest: "Last message",
  recent: "Messages in 30 days",
  name: "Name",
  created: "Newest first",
} as const;

type FormToolsProps = { search: string; sort: keyof typeof SORTS };

/** Searches as someone types, and sorts. Both are in the URL, and work before hydration. */
export function FormTools({ search, sort }: FormToolsProps) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function show(): void {
    if (!form.current) return;
    const typed = new FormData(form.current);
    const [text, by] = [String(typed.get("search")).trim(), String(typed.get("sort"))];
    // Typing adds no history entries.
    startTransition(() => router.replace(formsHref({ search: text, sort: by })));
  }

  function showLater(delayMs: number): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(show, delayMs);
  }

  // Text typed and options selected before hydration fired no event.
  const showEarly = useEffectEvent(() => {
    if (input.current?.value.trim() !== search || select.current?.value !== sort) show();
  });
  useEffect(() => {
    showEarly();
    return () => clearTimeout(timer.current);
  }, []);
  // Back, Forward, and links also change the shown list. At first, early selections are kept.
  const shown = useRef({ search, sort });
  useEffect(() => {
    if (shown.current.search === search && shown.current.sort === sort) return;
    shown.current = { search, sort };
    if (input.current && document.activeElement !== input.current) input.current.value = search;
    if (select.current) select.current.value = sort;
  }, [search, sort]);

  const Icon = isPending ? LoaderCircle : Search;
  return (
    <search>
      <form
        ref={form}
        action="/forms"
        onSubmit={(event) => {
          event.preventDefault();
          showLater(0);
        }}
        className="mb-4 flex flex-wrap gap-3"
      >
        <span className="relative min-w-0 flex-1 basis-56 sm:max-w-80">
          <Icon
            aria-hidden
            className={`pointer-events-none absolute top-2.5 left-3 size-4 text-muted-foreground ${isPending ? "animate-spin" : ""}`}
          />
          <Input
            ref={input}
            type="search"
            name="search"
            aria-label="Search forms"
            placeholder="Search forms"
            autoComplete="off"
            maxLength={100}
            defaultValue={search}
            onChange={() => showLater(DEBOUNCE_MS)}
            className="pl-9"
          />
        </span>
        <span className="w-full sm:ml-auto sm:w-52">
          <NativeSelect
            ref={select}
            name="sort"
            aria-label="Sort by"
            defaultValue={sort}
            onChange={() => showLater(0)}
          >
            {Object.entries(SORTS).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </NativeSelect>
        </span>
      </form>
    </search>
  );
}
