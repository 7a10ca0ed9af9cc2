import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { InboxPage } from "#lib/domain/submissions/inbox/inbox-schema";
import type { InboxQuery } from "../inbox-url";
import { fetchPage, idOf, liveOptions, type OpenedList } from "../queries";
import { LISTS_KEY } from "../query-keys";
import { isChangedHere } from "../send-changes";
import {
  addRows,
  findMissing,
  isCovered,
  type ListPages,
  mergePage,
  rowsOf,
  startList,
} from "./list-pages";

export const listKey = (opened: OpenedList) => [...LISTS_KEY, ...idOf(opened)] as const;

/**
 * A list that starts with the page the server rendered. Reading it again reads its first page, which updates the
 * rows that are known and the messages that wait above them.
 */
export function listOptions(query: InboxQuery, opened: OpenedList, openId: string | null) {
  const { start, firstPage } = opened;
  return queryOptions({
    queryKey: listKey(opened),
    queryFn: async ({ client, signal }) => {
      const known = knownIds(client, opened);
      const page = await fetchPage(client, query, start, signal);
      const isKept = ({ id }: { id: string }) =>
        // The page may have been read before these messages arrived.
        !known.has(id) || id === openId || query.unread === "true" || isChangedHere(client, id);
      return refresh(client, opened, page, isKept);
    },
    initialData: () => startList(firstPage, start),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function currentList(client: QueryClient, opened: OpenedList): ListPages {
  const { start, firstPage } = opened;
  return client.getQueryData<ListPages>(listKey(opened)) ?? startList(firstPage, start);
}

function knownIds(client: QueryClient, opened: OpenedList): ReadonlySet<string> {
  const live = client.getQueryData(liveOptions(opened).queryKey);
  const rows = [...rowsOf(currentList(client, opened)), ...(live?.items ?? [])];
  return new Set(rows.map(({ id }) => id));
}

function refresh(
  client: QueryClient,
  opened: OpenedList,
  page: InboxPage,
  isKept: (row: { id: string }) => boolean,
): ListPages {
  const merged = mergePage(currentList(client, opened), page, isKept);
  const missing = findMissing(merged, page);
  // Messages that the user moved here are listed immediately. Other new messages wait, so that no row moves.
  const moved = missing.filter(({ id }) => isChangedHere(client, id));
  const fresh = new Map(page.data.map((item) => [item.id, item]));
  client.setQueryData(liveOptions(opened).queryKey, (live) => {
    if (!live) return live;
    const items = live.items
      .filter((item) => fresh.has(item.id) || isKept(item) || !isCovered(item, page))
      .map((item) => ({
        ...item,
        ...fresh.get(item.id),
        isMatch: item.isMatch || fresh.has(item.id),
      }));
    const ids = new Set([...items, ...moved].map(({ id }) => id));
    const added = missing.filter(({ id }) => !ids.has(id));
    return { ...live, items: [...added.map((item) => ({ ...item, isMatch: true })), ...items] };
  });
  return addRows(merged, moved);
}
