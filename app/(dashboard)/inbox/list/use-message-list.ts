import {
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { fetchJson } from "#components/shell/fetch-json.ts";
import { toast } from "#components/ui/toast.ts";
import type { InboxPage } from "#lib/domain/submissions/inbox/inbox-schema";
import { type InboxQuery, inboxSearch } from "../inbox-url";
import { applyPendingChanges, type Changes, isListed } from "../optimistic-updates";
import {
  isSignedOut,
  listKey,
  listOptions,
  liveOptions,
  type OpenedList,
  UNREACHABLE,
} from "../queries";
import { addRows, isCovered, type ListPages, mergePage, type Row, rowsOf } from "./list-pages";

export type MessageList = ReturnType<typeof useMessageList>;

/** The reason no new messages appear: `lost` while the service can't be reached. */
export type LiveStatus = "on" | "lost" | "signed-out";

function liveStatusOf(live: UseQueryResult): LiveStatus {
  if (isSignedOut(live.error)) return "signed-out";
  // A single failure is over before anyone has read about it. Polling is paused while the browser is offline.
  return live.failureCount > 1 || live.isPaused ? "lost" : "on";
}

/**
 * The list that the server rendered and the browser extends: older pages below, new messages on top.
 * When the server renders the page again, known rows are updated without moving.
 */
export function useMessageList(
  query: InboxQuery,
  page: InboxPage,
  changes: Changes,
  openId: string | null,
) {
  const client = useQueryClient();
  const filter = inboxSearch(query, { message: null, cursor: null });
  const start = query.cursor ?? null;
  const [known, setOpened] = useState<OpenedList>({ filter, start, firstPage: page });
  // The URL of an open message names its page, which can be anywhere in the list.
  const hasPage = (list: OpenedList) =>
    start === list.start ||
    client.getQueryData<ListPages>(listKey(list))?.pageParams.includes(start);
  const isSame = known.filter === filter && hasPage(known);
  const opened = isSame ? known : { filter, start, firstPage: page };
  if (!isSame) setOpened(opened);

  const list = useInfiniteQuery(listOptions(query, opened));
  const live = useQuery({
    ...liveOptions(opened),
    select: ({ items, isCut }) => ({ items, isCut }),
  });
  useMergedPage(query, page, opened, changes, openId);

  const { folder } = query;
  const allRows = useMemo(() => rowsOf(list.data), [list.data]);
  const rows = useMemo(() => visibleRows(allRows, changes, folder), [allRows, changes, folder]);
  const allIds = useMemo(() => new Set(allRows.map(({ id }) => id)), [allRows]);
  const arrived = useMemo(
    () =>
      live.data.items.flatMap(({ isMatch, ...item }) =>
        isMatch && !allIds.has(item.id) ? [{ ...item, cursor: null }] : [],
      ),
    [allIds, live.data.items],
  );
  const waiting = useMemo(() => visibleRows(arrived, changes, folder), [arrived, changes, folder]);

  async function showWaiting(): Promise<void> {
    if (!live.data.isCut)
      return void client.setQueryData<ListPages>(
        listKey(opened),
        (data) => data && addRows(data, arrived),
      );
    // Some weren't fetched, so the list starts over.
    try {
      const firstPage = await fetchJson<InboxPage>(`/submissions?${filter}`);
      setOpened({ filter, start: null, firstPage });
    } catch {
      toast(UNREACHABLE);
    }
  }

  return {
    /** Changes when another list opens, and stays while this one grows or is refreshed. */
    key: `${filter} ${opened.start}`,
    rows,
    /** Includes messages that have left the list since: their neighbors are found here. */
    allRows,
    allIds,
    waiting,
    live: { ...live.data, status: liveStatusOf(live) },
    /** The cursor where the list starts; null at the newest message. */
    start: opened.start,
    nextCursor: list.data.pages.at(-1)?.nextCursor ?? null,
    isLoading: list.isFetchingNextPage,
    hasFailed: list.isFetchNextPageError,
    loadMore: () => void list.fetchNextPage({ cancelRefetch: false }),
    showWaiting,
  };
}

function visibleRows(rows: readonly Row[], changes: Changes, folder: InboxQuery["folder"]) {
  return rows
    .map((row) => applyPendingChanges(row, row.asOf, changes))
    .filter((row) => isListed(row, folder));
}

/** Updates the list when the server has rendered its page again. New messages wait. */
function useMergedPage(
  query: InboxQuery,
  newPage: InboxPage,
  opened: OpenedList,
  changes: Changes,
  openId: string | null,
): void {
  const client = useQueryClient();
  const merge = useEffectEvent((page: InboxPage) => {
    if (page === opened.firstPage) return;
    const start = query.cursor ?? null;
    const isKept = (row: Row) =>
      row.id === openId || changes.byId.has(row.id) || query.unread === "true";
    const list = client.getQueryData<ListPages>(listKey(opened));
    if (!list) return;
    // Messages that the user moved here are listed immediately. Other new messages wait, so that no row moves.
    const moved = page.data.filter(({ id }) => changes.byId.has(id));
    const rows = moved.map((item) => ({ ...item, asOf: page.asOf, cursor: start }));
    const merged = addRows(mergePage(list, page, start, isKept), rows);
    client.setQueryData<ListPages>(listKey(opened), merged);
    if (start !== opened.start) return;
    const listed = new Set(rowsOf(merged).map(({ id }) => id));
    const fresh = new Set(page.data.map(({ id }) => id));
    const added = page.data.filter(({ id }) => !listed.has(id));
    client.setQueryData(liveOptions(opened).queryKey, (live) => {
      if (!live) return live;
      const items = live.items.filter((item) => fresh.has(item.id) || !isCovered(item, page));
      const ids = new Set(items.map(({ id }) => id));
      const missing = added
        .filter(({ id }) => !ids.has(id))
        .map((item) => ({ ...item, isMatch: true, asOf: page.asOf }));
      return { ...live, items: [...missing, ...items] };
    });
  });
  useEffect(() => merge(newPage), [newPage]);
}
