import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { toast } from "#components/ui/toast.ts";
import type { InboxPage } from "#lib/domain/submissions/inbox/inbox-schema";
import { UNREACHABLE } from "../action-value";
import { type Changes, changeMessage, isListed } from "../changes";
import { type InboxQuery, inboxSearch } from "../inbox-url";
import { fetchPage, isSignedOut, liveOptions, type OpenedList } from "../queries";
import { addRows, appendPage, type ListPages, type Row, rowsOf } from "./list-pages";
import { listKey, listOptions } from "./list-query";

export type LoadedMessages = ReturnType<typeof useMessageList>;

/** The reason no new messages appear: `lost` while the service can't be reached. */
export type ConnectionState = "on" | "lost" | "signed-out";

function liveStatusOf(live: UseQueryResult): ConnectionState {
  if (isSignedOut(live.error)) return "signed-out";
  // A single failure is over before anyone has read about it. Polling is paused while the browser is offline.
  return live.failureCount > 1 || live.isPaused ? "lost" : "on";
}

/** The list that starts with what the server rendered, and that the browser extends: older pages below, new messages on top. */
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
  // The URL of an open message contains its page, which can be anywhere in the list.
  const hasPage = (list: OpenedList) =>
    start === list.start || client.getQueryData<ListPages>(listKey(list))?.cursors.includes(start);
  const isSame = known.filter === filter && hasPage(known);
  const opened = isSame ? known : { filter, start, firstPage: page };
  if (!isSame) setOpened(opened);

  const { data } = useQuery(listOptions(query, opened, openId));
  const nextCursor = data.pages.at(-1)?.nextCursor ?? null;
  const older = useOlderPages(query, opened, nextCursor);
  const live = useQuery({
    ...liveOptions(opened),
    select: ({ items, isCut, answering }) => ({ items, isCut, answering }),
  });

  const { folder } = query;
  const allRows = useMemo(() => rowsOf(data), [data]);
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
        (list) => list && addRows(list, arrived),
      );
    // Some messages weren't fetched, so the list starts over.
    try {
      const firstPage = await fetchPage(client, query, null);
      setOpened({ filter, start: null, firstPage });
    } catch {
      toast(UNREACHABLE);
    }
  }

  return {
    /** Changes when another list opens, but not while this one grows or is refreshed. */
    key: `${filter} ${opened.start}`,
    rows,
    /** Includes messages that have left the list since, to find their neighbors. */
    allRows,
    allIds,
    waiting,
    live: { ...live.data, status: liveStatusOf(live) },
    /** The cursor where the list starts; null at the newest message. */
    start: opened.start,
    nextCursor,
    ...older,
    showWaiting,
  };
}

function visibleRows(rows: readonly Row[], changes: Changes, folder: InboxQuery["folder"]) {
  return rows.map((row) => changeMessage(row, changes)).filter((row) => isListed(row, folder));
}

/** Loads the following pages, one at a time. */
function useOlderPages(query: InboxQuery, opened: OpenedList, nextCursor: string | null) {
  const client = useQueryClient();
  /** The cursor of the page that is loading or couldn't be loaded. */
  const [last, setLast] = useState<{ cursor: string; hasFailed: boolean } | null>(null);
  const current = last !== null && last.cursor === nextCursor ? last : null;
  async function load(cursor: string): Promise<void> {
    setLast({ cursor, hasFailed: false });
    try {
      const page = await fetchPage(client, query, cursor);
      client.setQueryData<ListPages>(
        listKey(opened),
        (list) => list && appendPage(list, page, cursor),
      );
      setLast(null);
    } catch {
      setLast({ cursor, hasFailed: true });
    }
  }
  return {
    isLoading: current?.hasFailed === false,
    hasFailed: current?.hasFailed === true,
    loadMore: () => {
      if (nextCursor !== null && current?.hasFailed !== false) void load(nextCursor);
    },
  };
}
