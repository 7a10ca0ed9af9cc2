import type { MatchCount } from "#lib/domain/submissions/inbox/inbox-schema";
import type { FolderTotals } from "../changes";
import { type InboxQuery, isCountedFilter } from "../inbox-url";
import type { LoadedMessages } from "./use-message-list";

/**
 * The number of messages that match the filters; null while that isn't known. A search is counted by its list, as
 * far as it has loaded.
 *
 * @param totals - of the folder and form
 * @param matching - the count for filters without counters
 */
export function countOfList(
  query: InboxQuery,
  list: Pick<LoadedMessages, "rows" | "start" | "nextCursor">,
  totals: FolderTotals,
  matching: MatchCount | null,
): MatchCount | null {
  const { search, unread } = query;
  if (!search && !isCountedFilter(query))
    return { count: unread === "true" ? totals.unread : totals.total, isCut: false };
  if (list.start === null && (search || list.nextCursor === null))
    return { count: list.rows.length, isCut: list.nextCursor !== null };
  return matching;
}
