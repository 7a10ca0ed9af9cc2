import { useMemo, useRef, useState } from "react";
import { ask } from "#components/inbox/ask";
import {
  addArrivals,
  appendPage,
  isWithin,
  type ListState,
  type Row,
  renewHead,
  renewRows,
  revealArrivals,
  startList,
} from "#components/inbox/list-rows";
import { type ChangesById, isListed, markedNow } from "#components/inbox/marks";
import type { Arrivals, InboxPage } from "#lib/submissions/inbox-schema";
import { type InboxQuery, inboxHref, inboxSearch } from "./inbox-href";

/** Rows that are read at a time after the first page. */
const PAGE_SIZE = 50;

/** `filter`: the address of the list without what is open and where its page begins. */
type State = { filter: string; page: InboxPage; list: ListState; isCut: boolean };
export type Loading = "idle" | "loading" | "failed";

export type InboxList = {
  /** Another one for another list; the same while it is read further or anew. */
  key: string;
  /** What the list shows, as it is now; newest first. */
  rows: readonly Row[];
  /** Everything that was read, also what has left the list meanwhile: neighbours are found in it. */
  allRows: readonly Row[];
  waiting: readonly Row[];
  /** More came than one look told of. */
  isCut: boolean;
  /** Where the list begins, further down than at the newest message; null at that. */
  start: string | null;
  nextCursor: string | null;
  loading: Loading;
  loadMore: () => Promise<void>;
  addArrivals: (arrivals: Arrivals) => void;
  reveal: () => Promise<void>;
};

const keyOf = ({ filter, list }: State) => `${filter} ${list.start}`;

/**
 * The list that a page began and the browser goes on with: older pages below, arrivals on top. When
 * the server draws the page again, what is known is brought up to date without moving anything.
 */
export function useList(
  query: InboxQuery,
  page: InboxPage,
  changes: ChangesById,
  openId: string | null,
): InboxList {
  const filter = inboxHref(query, { message: null, cursor: null });
  const start = query.cursor ?? null;
  const [kept, setState] = useState(startAnew);
  const [loading, setLoading] = useState<Loading>("idle");
  const isAsking = useRef(false);
  // The address names the page of what is open: that may lie anywhere in the list.
  const isSame = kept.filter === filter && isWithin(kept.list, start);
  const state = isSame && kept.page === page ? kept : renewed();
  if (state !== kept) setState(state);
  const key = keyOf(state);

  function startAnew(): State {
    return { filter, page, list: startList(page, start), isCut: false };
  }

  function renewed(): State {
    if (!isSame) return startAnew();
    if (start !== kept.list.start) return { ...kept, page, list: renewRows(kept.list, page) };
    const isKept = (row: Row) =>
      row.id === openId || changes.has(row.id) || query.unread === "true";
    return { ...kept, page, list: renewHead(kept.list, page, isKept) };
  }

  const update = (change: (list: ListState) => ListState) =>
    setState((now) => (keyOf(now) === key ? { ...now, list: change(now.list) } : now));

  const shown = (rows: readonly Row[]) =>
    rows
      .map((row) => markedNow(row, row.asOf, changes))
      .filter((row) => isListed(row, query.folder));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` is made of what is named here
  const rows = useMemo(() => shown(state.list.rows), [state.list.rows, changes, query.folder]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const waiting = useMemo(() => shown(state.list.waiting), [state.list.waiting, changes]);

  async function readPage(cursor: string | null, use: (page: InboxPage) => void): Promise<void> {
    if (isAsking.current) return;
    isAsking.current = true;
    setLoading("loading");
    try {
      use(
        await ask<InboxPage>(
          `/submissions?${inboxSearch(query, { message: null, cursor, limit: PAGE_SIZE })}`,
        ),
      );
      setLoading("idle");
    } catch {
      setLoading("failed");
    } finally {
      isAsking.current = false;
    }
  }

  return {
    key,
    rows,
    allRows: state.list.rows,
    waiting,
    isCut: state.isCut,
    start: state.list.start,
    nextCursor: state.list.nextCursor,
    loading,
    loadMore: async () => {
      const cursor = state.list.nextCursor;
      if (cursor)
        await readPage(cursor, (next) => update((list) => appendPage(list, next, cursor)));
    },
    addArrivals: ({ data, isCut, asOf }) => {
      const matching = data.filter(({ isMatch }) => isMatch).map(({ isMatch: _, ...item }) => item);
      update((list) => addArrivals(list, matching, asOf));
      if (isCut) setState((now) => (keyOf(now) === key ? { ...now, isCut: true } : now));
    },
    reveal: async () => {
      if (!state.isCut) return update(revealArrivals);
      // What lies between is not known: the list begins anew.
      await readPage(null, (first) =>
        setState((now) =>
          keyOf(now) === key ? { ...now, list: startList(first, null), isCut: false } : now,
        ),
      );
    },
  };
}
