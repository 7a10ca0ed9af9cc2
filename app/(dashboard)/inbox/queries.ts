import { infiniteQueryOptions, queryOptions, skipToken } from "@tanstack/react-query";
import { type ActionResult, toActionError } from "#components/form/action-result.ts";
import { FetchError, fetchJson } from "#components/shell/fetch-json.ts";
import { refreshDelay } from "#components/shell/refresh-delay.ts";
import type { Arrivals, InboxMessage, InboxPage } from "#lib/domain/submissions/inbox/inbox-schema";
import { type InboxQuery, inboxSearch } from "./inbox-url";
import { type ListPage, type ListPages, startList, toListPage } from "./list/list-pages";

const PAGE_SIZE = 50;
const LIVE_INTERVAL_MS = 4_000;
/** The longest wait between attempts while the service can't be reached. */
const MAX_RETRY_DELAY_MS = 60_000;
/** An older message is shown and fetched again. */
const MESSAGE_STALE_MS = 10_000;
/** The interval of fetching the open message while some of its email or events are being sent or overdue. */
const SENDING_INTERVAL_MS = 2_000;

export const UNREACHABLE = "Couldn’t reach the service.";

/** Runs an action of the inbox; its errors have messages that can be shown. */
export async function callAction<T>(run: () => Promise<ActionResult<T>>): Promise<T> {
  const result = await run().catch(() => toActionError(UNREACHABLE));
  if (!result.ok) throw new Error(result.error.message ?? UNREACHABLE);
  return result.value;
}

export function messageOf(failure: unknown): string {
  return failure instanceof Error && !(failure instanceof FetchError)
    ? failure.message
    : UNREACHABLE;
}

/** The filter alone: without the open message and the position in the list. */
export function filterOf({ message: _, cursor: __, ...filter }: InboxQuery) {
  return filter;
}

/** A list as it was opened: `filter` as a query string, and the page it starts with. */
export type OpenedList = { filter: string; start: string | null; firstPage: InboxPage };

export const listKey = ({ filter, start, firstPage }: OpenedList) =>
  ["inbox", "list", filter, start, firstPage.asOf] as const;
type ListKey = ReturnType<typeof listKey>;

export function listOptions(query: InboxQuery, opened: OpenedList) {
  return infiniteQueryOptions<ListPage, Error, ListPages, ListKey, string | null>({
    queryKey: listKey(opened),
    queryFn: async ({ pageParam, signal }) => {
      const search = inboxSearch(query, { message: null, cursor: pageParam, limit: PAGE_SIZE });
      return toListPage(
        await fetchJson<InboxPage>(`/submissions?${search}`, { signal }),
        pageParam,
      );
    },
    initialPageParam: opened.start,
    initialData: (): ListPages => startList(opened.firstPage, opened.start),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

type LiveItem = Arrivals["data"][number] & { asOf: number };

/** Messages that arrived since a list was opened. `isCut`: more than `items`. */
export type LiveMessages = { items: readonly LiveItem[]; isCut: boolean; asOf: number };

/** Polls for new messages: rests while no one is there, backs off on failures, ends at sign-out. */
export function liveOptions(opened: OpenedList) {
  const queryKey = [...listKey(opened), "live"] as const;
  const start: LiveMessages = { items: [], isCut: false, asOf: opened.firstPage.asOf };
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<LiveMessages> => {
      const known = client.getQueryData<LiveMessages>(queryKey) ?? start;
      const search = new URLSearchParams(opened.filter);
      search.set("since", String(known.asOf));
      const found = await fetchJson<Arrivals>(`/submissions/arrivals?${search}`, { signal });
      const ids = new Set(known.items.map(({ id }) => id));
      const items = found.data.filter(({ id }) => !ids.has(id));
      return {
        items: [...items.map((item) => ({ ...item, asOf: found.asOf })), ...known.items],
        isCut: known.isCut || found.isCut,
        asOf: found.asOf,
      };
    },
    initialData: () => start,
    networkMode: "online",
    retry: (_, error) => !isSignedOut(error),
    retryDelay: (failures) => Math.min(LIVE_INTERVAL_MS * 2 ** failures, MAX_RETRY_DELAY_MS),
    refetchInterval: ({ state }) => (isSignedOut(state.error) ? false : LIVE_INTERVAL_MS),
    refetchOnMount: false,
    refetchOnWindowFocus: ({ state }) => !isSignedOut(state.error),
    refetchOnReconnect: ({ state }) => !isSignedOut(state.error),
  });
}

export function isSignedOut(error: Error | null): boolean {
  return error instanceof FetchError && error.status === 401;
}

/** One message with all its details; null if it doesn't exist. */
export function messageOptions(id: string | null) {
  return queryOptions({
    queryKey: ["inbox", "message", id] as const,
    queryFn: id === null ? skipToken : ({ signal }) => fetchMessage(id, signal),
    staleTime: MESSAGE_STALE_MS,
    refetchInterval: ({ state: { data, error } }) =>
      data && !isSignedOut(error) ? (untilAttempt(data) ?? false) : false,
  });
}

async function fetchMessage(id: string, signal: AbortSignal): Promise<InboxMessage | null> {
  try {
    return (await fetchJson<{ data: InboxMessage }>(`/submissions/${id}`, { signal })).data;
  } catch (failure) {
    if (failure instanceof FetchError && failure.status === 404) return null;
    throw failure;
  }
}

function untilAttempt({ message, events }: InboxMessage): number | null {
  return refreshDelay([...message.deliveries, ...events], Date.now(), SENDING_INTERVAL_MS);
}
