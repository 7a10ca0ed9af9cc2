import { type QueryClient, queryOptions, skipToken } from "@tanstack/react-query";
import { FetchError, fetchJson } from "#components/shell/fetch-json.ts";
import { refreshDelay } from "#components/shell/refresh-delay.ts";
import type {
  Arrivals,
  FilterCounts,
  InboxMessage,
  InboxPage,
  MessageTotals,
} from "#lib/domain/submissions/inbox/inbox-schema";
import type { CachedCounts } from "./changes";
import { type InboxQuery, inboxSearch, isCountedFilter } from "./inbox-url";
import type { LiveMessages } from "./list/list-pages";
import { ARRIVALS_KEY, FILTER_COUNTS_KEY, MESSAGES_KEY, TOTALS_KEY } from "./query-keys";
import { readCurrent, showChanged, watchChanges } from "./send-changes";

const PAGE_SIZE = 50;
const LIVE_INTERVAL_MS = 4_000;
/** The longest wait between attempts while the service can't be reached. */
const MAX_RETRY_DELAY_MS = 60_000;
/** An older message is shown and fetched again. */
const MESSAGE_STALE_MS = 10_000;
/** The interval of fetching the open message while some of its email or events are being sent or overdue. */
const SENDING_INTERVAL_MS = 2_000;

/** Returns only the filter: without the open message and the position in the list. */
export function filterOf({ message: _, cursor: __, ...filter }: InboxQuery) {
  return filter;
}

/** A list as it was opened: `filter` as a query string, and the page it starts with. */
export type OpenedList = { filter: string; start: string | null; firstPage: InboxPage };

/** Identifies a list. Opening one again creates a new one. */
export const idOf = ({ filter, start, firstPage }: OpenedList) =>
  [filter, start, firstPage.asOf] as const;

export async function fetchPage(
  client: QueryClient,
  query: InboxQuery,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<InboxPage> {
  const search = inboxSearch(query, { message: null, cursor, limit: PAGE_SIZE });
  return readCurrent(client, () =>
    fetchJson<InboxPage>(`/submissions?${search}`, signal ? { signal } : {}),
  );
}

/** Polls for new messages: rests while no one is there, backs off on failures, ends at sign-out. */
export function liveOptions(opened: OpenedList) {
  const queryKey = [...ARRIVALS_KEY, ...idOf(opened)] as const;
  const start: LiveMessages = {
    items: [],
    isCut: false,
    answering: [],
    since: opened.firstPage.asOf,
  };
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<LiveMessages> => {
      const { since } = client.getQueryData<LiveMessages>(queryKey) ?? start;
      const search = new URLSearchParams(opened.filter);
      search.set("since", String(since));
      const hasChanged = watchChanges(client);
      const found = await fetchJson<Arrivals>(`/submissions/arrivals?${search}`, { signal });
      // Data that was read before our own change is skipped; the next poll returns it again.
      if (!hasChanged()) showChanged(client, found);
      const known = client.getQueryData<LiveMessages>(queryKey) ?? start;
      const ids = new Set(known.items.map(({ id }) => id));
      return {
        items: [...found.data.filter(({ id }) => !ids.has(id)), ...known.items],
        isCut: known.isCut || found.isCut,
        answering: found.answering,
        since: found.asOf,
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

/** Messages by form and folder. */
export function totalsOptions(seed: readonly MessageTotals[]) {
  return queryOptions({
    queryKey: TOTALS_KEY,
    queryFn: async ({ client, signal }) => {
      const read = () =>
        fetchJson<{ data: readonly MessageTotals[] }>("/submissions/totals", { signal });
      return (await readCurrent(client, read)).data;
    },
    initialData: seed,
    staleTime: Number.POSITIVE_INFINITY,
    // The navigation shows them on other pages too.
    gcTime: Number.POSITIVE_INFINITY,
  });
}

export function countsOptions(query: InboxQuery, seed: FilterCounts) {
  const filter = inboxSearch(query, { message: null, cursor: null });
  const { folder, formId, search } = query;
  const isCounted = search || isCountedFilter(query);
  const ofFilter = (counts: FilterCounts): CachedCounts => ({ ...counts, folder, formId });
  return queryOptions({
    queryKey: [...FILTER_COUNTS_KEY, filter] as const,
    queryFn: async ({ client, signal }) => {
      const path = `/submissions/counts?${filter}`;
      const read = () => fetchJson<{ data: FilterCounts }>(path, { signal });
      return ofFilter((await readCurrent(client, read)).data);
    },
    initialData: ofFilter(seed),
    staleTime: Number.POSITIVE_INFINITY,
    ...(isCounted ? {} : { enabled: false }),
  });
}

/** One message with all its details; null if it doesn't exist. */
export function messageOptions(id: string | null) {
  return queryOptions({
    queryKey: [...MESSAGES_KEY, id] as const,
    queryFn:
      id === null
        ? skipToken
        : ({ client, signal }) => readCurrent(client, () => fetchMessage(id, signal), id),
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
