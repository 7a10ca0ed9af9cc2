import type { MatchCount } from "#lib/domain/submissions/inbox/inbox-schema";
import type { FolderTotals } from "../changes";
import { type InboxQuery, isCountedFilter } from "../inbox-url";
import type { MessageList } from "./use-message-list";

/**
 * Returns the number of messages that match the filters; null while it isn't known. For a search, it’s the
 * length of its list, once all of it is loaded.
 *
 * @param totals - of the folder and form
 * @param matching - the count for filters without counters
 */
export function countOfList(
  query: InboxQuery,
  list: Pick<MessageList, "rows" | "start" | "nextCursor">,
  totals: FolderTotals,
  matching: MatchCount | null,
): MatchCount | null {
  const { search, unread } = query;
  if (!search && !isCountedFilter(query))
    return { count: unread === "true" ? totals.unread : totals.total, isCut: false };
  if (list.start === null && list.nextCursor === null)
    return { count: list.rows.length, isCut: false };
  return matching;
}
