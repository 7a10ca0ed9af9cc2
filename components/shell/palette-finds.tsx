import { useEffect, useState } from "react";
import { fetchJson } from "#components/shell/fetch-json";
import type { FormName } from "#lib/forms/forms";
import type { InboxItem, InboxPage } from "#lib/submissions/inbox-schema";

const PAUSE_MS = 150;
const MAX_MESSAGES = 5;
/** From here on one character is a word (Chinese, Japanese, Korean); one letter says nothing. */
const FIRST_OF_WORDS = "\u2e80";

function isTelling(search: string): boolean {
  return search.length > 1 || search >= FIRST_OF_WORDS;
}

export type FoundMessages = {
  messages: readonly InboxItem[];
  /** `found`: these are the messages of what is typed; else they are of what was typed before. */
  state: "idle" | "looking" | "found" | "failed";
};

const NOTHING = { search: "", messages: [] as readonly InboxItem[], hasFailed: false };

/** The workspace's forms, read when the palette opens; null: they could not be read. */
export function useFormNames(isOpen: boolean): readonly FormName[] | null {
  const [forms, setForms] = useState<readonly FormName[] | null>([]);
  useEffect(() => {
    if (!isOpen) return;
    fetchJson<{ data: FormName[] }>("/forms").then(
      ({ data }) => setForms(data),
      // What was read before is better than nothing.
      () => setForms((known) => (known?.length ? known : null)),
    );
  }, [isOpen]);
  return forms;
}

/** The newest messages of all folders that contain what is typed. */
export function useFoundMessages(isOpen: boolean, search: string): FoundMessages {
  const [found, setFound] = useState(NOTHING);
  const isWanted = isOpen && isTelling(search);
  useEffect(() => {
    if (!isWanted) return setFound(NOTHING);
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const query = new URLSearchParams({ folder: "all", limit: String(MAX_MESSAGES), search });
      fetchJson<InboxPage>(`/submissions?${query}`, { signal: abort.signal }).then(
        ({ data }) => setFound({ search, messages: data, hasFailed: false }),
        () => abort.signal.aborted || setFound({ search, messages: [], hasFailed: true }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [isWanted, search]);
  if (!isWanted) return { messages: [], state: "idle" };
  if (found.search !== search) return { messages: found.messages, state: "looking" };
  return { messages: found.messages, state: found.hasFailed ? "failed" : "found" };
}
