import type { MatchCount } from "#lib/domain/submissions/inbox/inbox-schema";
import type { InboxQuery } from "../inbox-url";
import { type Changes, doneAt, type Totals, totalsDelta } from "../optimistic-updates";
import type { MessageList } from "./use-message-list";

export type ListCount = Pick<MatchCount, "count" | "isCut">;

/**
 * The number of messages that match the filters; null while that isn't known: the count of a search is that of
 * its list, once it has loaded to the end.
 *
 * @param totals - of the folder and form
 * @param matching - the server's count for filters without counters
 */
export function countOfList(
  query: InboxQuery,
  list: Pick<MessageList, "rows" | "start" | "nextCursor">,
  totals: Totals,
  matching: MatchCount | null,
  changes: Changes,
): ListCount | null {
  const { search, hasFiles, failed, from, to, unread, folder, formId } = query;
  if (!search && hasFiles !== "true" && failed !== "true" && !from && !to)
    return { count: unread === "true" ? totals.unread : totals.total, isCut: false };
  if (list.start === null && list.nextCursor === null)
    return { count: list.rows.length, isCut: false };
  if (!matching) return null;
  const changed = changes.states
    .filter((state) => (doneAt(state) ?? 0) >= matching.asOf)
    .reduce((sum, state) => sum + totalsDelta(state, folder, formId).total, 0);
  return { count: Math.max(0, matching.count + changed), isCut: matching.isCut };
}
