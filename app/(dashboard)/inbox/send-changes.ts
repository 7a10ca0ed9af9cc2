import { MutationObserver, type QueryClient, useMutationState } from "@tanstack/react-query";
import { useMemo } from "react";
import { createStore, useStore } from "#components/ui/store.ts";
import type {
  Arrivals,
  InboxItem,
  InboxMessage,
  MessageTotals,
} from "#lib/domain/submissions/inbox/inbox-schema";
import {
  type CachedCounts,
  type Changes,
  changeCounts,
  changeMessage,
  changeTotals,
} from "./changes";
import type { ListPage, ListPages, LiveMessages } from "./list/list-pages";
import {
  ARRIVALS_KEY,
  COUNTS_KEY,
  CURRENT_KEY,
  FILTER_COUNTS_KEY,
  LISTS_KEY,
  MESSAGES_KEY,
  TOTALS_KEY,
} from "./query-keys";

const CHANGES = ["inbox", "change"] as const;
/** The key of changes that affect lists, and what is sent about a message. */
const MOVES = [...CHANGES, "move"] as const;
const MARKS = [...CHANGES, "mark"] as const;

/** Deletions that can still be undone. Nothing is sent until then. */
export const heldDeletions = createStore<readonly Changes[]>([]);

/** The variables of a mutation with the key of changes, which only `sendChanges` makes. */
function changesOf({ state }: { state: { variables: unknown } }): Changes {
  return (state.variables ?? []) as Changes;
}

/** Returns changes that are shown before they're made: those being sent, and held deletions. */
export function pendingChanges(client: QueryClient): Changes {
  const sent = client.getMutationCache().findAll({ mutationKey: CHANGES, status: "pending" });
  return [...sent.map(changesOf), ...heldDeletions.get()].flat();
}

export function usePendingChanges(): Changes {
  const sent = useMutationState({
    filters: { mutationKey: CHANGES, status: "pending" },
    select: changesOf,
  });
  const held = useStore(heldDeletions);
  return useMemo(() => [...sent, ...held].flat(), [sent, held]);
}

/**
 * Shows changes while they're being sent. From then on the cached data has them; if sending fails, they no longer
 * show, which is the rollback.
 *
 * @param scope - changes of one scope are sent one after the other
 */
export async function sendChanges<T>(
  client: QueryClient,
  changes: Changes,
  send: () => Promise<T>,
  scope?: string,
): Promise<T> {
  const isMove = changes.some(({ to }) => to.folder !== undefined || to.isDeleted);
  const mutationKey = isMove ? MOVES : MARKS;
  const mutation = new MutationObserver<T, Error, Changes>(client, {
    mutationKey,
    mutationFn: send,
    ...(scope ? { scope: { id: scope } } : {}),
  });
  try {
    const outcome = await mutation.mutate(changes);
    changeCache(client, changes);
    return outcome;
  } finally {
    // Lets the cache forget the mutation after some minutes.
    mutation.reset();
    // While others are being sent, a response may include them or not.
    if (client.isMutating({ mutationKey: isMove ? MOVES : CHANGES }) === 0)
      void client.invalidateQueries({ queryKey: isMove ? CURRENT_KEY : COUNTS_KEY });
  }
}

function changeCache(client: QueryClient, changes: Changes): void {
  client.setQueriesData<ListPages>({ queryKey: LISTS_KEY }, (list) => {
    const changed = (page: ListPage) => ({
      ...page,
      rows: page.rows.map((row) => changeMessage(row, changes)),
    });
    return list && { ...list, pages: list.pages.map(changed) };
  });
  client.setQueriesData<LiveMessages>(
    { queryKey: ARRIVALS_KEY },
    (live) => live && { ...live, items: live.items.map((item) => changeMessage(item, changes)) },
  );
  client.setQueryData<readonly MessageTotals[]>(
    TOTALS_KEY,
    (totals) => totals && changeTotals(totals, changes),
  );
  client.setQueriesData<CachedCounts>(
    { queryKey: FILTER_COUNTS_KEY },
    (counts) => counts && changeCounts(counts, changes),
  );
  client.setQueriesData<InboxMessage | null>({ queryKey: MESSAGES_KEY }, (opened) => {
    if (!opened) return opened;
    const message = changeMessage(opened.message, changes);
    return message.isDeleted ? null : { ...opened, message };
  });
}

/**
 * Shows the changes of colleagues or other tabs: updates rows in place, and reads the open message again.
 */
export function showChanged(
  client: QueryClient,
  { changed, areChangesCut }: Pick<Arrivals, "changed" | "areChangesCut">,
): void {
  if (areChangesCut) return void client.invalidateQueries({ queryKey: CURRENT_KEY });
  const pending = new Set(pendingChanges(client).map(({ id }) => id));
  const fresh = new Map(
    changed
      .filter(({ id }) => !pending.has(id))
      .map(({ changedAt, ...now }) => [now.id, { now, changedAt }]),
  );
  let hasMoved = false;
  client.setQueriesData<ListPages>({ queryKey: LISTS_KEY }, (list) => {
    if (!list) return list;
    const pages = list.pages.map((page) => {
      const rows = page.rows.map((row) => {
        const now = fresh.get(row.id)?.now;
        if (!now || isSameState(row, now)) return row;
        hasMoved ||= row.folder !== now.folder || row.read !== now.read;
        return { ...row, ...now };
      });
      return rows.some((row, at) => row !== page.rows[at]) ? { ...page, rows } : page;
    });
    return pages.some((page, at) => page !== list.pages[at]) ? { ...list, pages } : list;
  });
  for (const [id, { changedAt }] of fresh) {
    const queryKey = [...MESSAGES_KEY, id];
    // Several polls report the same change, and our copy may have been read after it.
    if (client.getQueryData<InboxMessage | null>(queryKey)?.changedAt !== changedAt)
      void client.invalidateQueries({ queryKey });
  }
  if (hasMoved) void client.invalidateQueries({ queryKey: COUNTS_KEY });
}

const STATE = ["folder", "read", "suspected", "answeredAt", "spamReason", "hasNotes"] as const;

function isSameState(row: InboxItem, now: InboxItem): boolean {
  return STATE.every((name) => row[name] === now[name]) && row.assignee?.id === now.assignee?.id;
}

/** Returns the recent changes of one message, or of all. */
function madeLately(client: QueryClient, id?: string) {
  return client
    .getMutationCache()
    .findAll({ mutationKey: CHANGES, status: "success" })
    .filter((made) => id === undefined || changesOf(made).some((change) => change.id === id));
}

/** Returns whether a message was changed here recently, or is being changed. */
export function isChangedHere(client: QueryClient, id: string): boolean {
  return (
    pendingChanges(client).some((change) => change.id === id) || madeLately(client, id).length > 0
  );
}

export function wasChangedLately(client: QueryClient): boolean {
  return madeLately(client).length > 0;
}

/**
 * Returns a function that tells whether a change, of one message or any, has been made from now on.
 */
export function watchChanges(client: QueryClient, id?: string): () => boolean {
  const before = new Set(madeLately(client, id));
  return () => madeLately(client, id).some((made) => !before.has(made));
}

/**
 * Reads data, and reads it again if a change was made in the meantime, because the response may be
 * older than the change.
 *
 * @param id - the message to read; any change counts without one
 */
export async function readCurrent<T>(
  client: QueryClient,
  read: () => Promise<T>,
  id?: string,
): Promise<T> {
  const hasChanged = watchChanges(client, id);
  const result = await read();
  return hasChanged() ? readCurrent(client, read, id) : result;
}
