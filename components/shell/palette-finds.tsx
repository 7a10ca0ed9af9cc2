import { useEffect, useState } from "react";
import { ask } from "#components/inbox/ask";
import type { FormName } from "#lib/forms/list-form-names";
import type { InboxItem, InboxPage } from "#lib/submissions/inbox-schema";

const PAUSE_MS = 150;
/** The index of the search needs three characters to be of use. */
const MIN_SEARCHED = 3;
const MAX_MESSAGES = 5;

/** What the palette finds by asking: forms when it opens, messages while one types. */
export function usePaletteFinds(isOpen: boolean, search: string) {
  const [forms, setForms] = useState<readonly FormName[]>([]);
  const [found, setFound] = useState<{ search: string; messages: readonly InboxItem[] }>({
    search: "",
    messages: [],
  });

  useEffect(() => {
    if (!isOpen) return;
    // Without an answer the palette still knows the pages.
    ask<{ data: FormName[] }>("/forms").then(
      ({ data }) => setForms(data),
      () => undefined,
    );
  }, [isOpen]);

  useEffect(() => {
    if (!isOpen || search.length < MIN_SEARCHED) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const query = new URLSearchParams({ folder: "all", limit: String(MAX_MESSAGES), search });
      ask<InboxPage>(`/submissions?${query}`, { signal: abort.signal }).then(
        ({ data }) => setFound({ search, messages: data }),
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [isOpen, search]);

  return { forms, messages: found.search === search ? found.messages : [] };
}
