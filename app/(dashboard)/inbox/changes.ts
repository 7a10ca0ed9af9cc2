import type {
  FilterCounts,
  MessageState,
  MessageTotals,
} from "#lib/domain/submissions/inbox/inbox-schema";
import type { SubmissionFilter } from "#lib/domain/submissions/schema";

type Folder = SubmissionFilter["folder"];
type Snapshot = Omit<MessageState, "id">;
export type MessagePatch = Partial<Snapshot & { isDeleted: boolean }>;
export type MessageChange = { id: string; formId: string; from: Snapshot; to: MessagePatch };
export type Changes = readonly MessageChange[];

/** A message with its changes applied. Returns the same object if it has none. */
export function changeMessage<T extends Snapshot & { id: string }>(
  message: T,
  changes: Changes,
): T & { isDeleted?: boolean } {
  const own = changes.filter(({ id }) => id === message.id);
  return own.length === 0 ? message : Object.assign({}, message, ...own.map(({ to }) => to));
}

/** Returns whether a message is in a folder. A list of unread messages keeps those that have been read since. */
export function isListed(
  message: { folder: MessageState["folder"]; isDeleted?: boolean },
  folder: Folder,
): boolean {
  return !message.isDeleted && (folder === "all" || message.folder === folder);
}

type Totals = readonly MessageTotals[];
export type FolderTotals = { total: number; unread: number };

/** Applies changes to counters, as further entries: entries of the same form and folder add up. */
export function changeTotals(totals: Totals, changes: Changes): Totals {
  const added = changes.flatMap(({ formId, from, to }): MessageTotals[] => {
    const after = { ...from, isDeleted: false, ...to };
    const count = after.isDeleted ? 0 : 1;
    return [
      { formId, folder: from.folder, total: -1, unread: from.read ? 0 : -1 },
      { formId, folder: after.folder, total: count, unread: after.read ? 0 : count },
    ];
  });
  return [...totals, ...added];
}

function sumTotals(totals: Totals, folder: Folder, formId?: string): FolderTotals {
  const sum = { total: 0, unread: 0 };
  for (const entry of totals) {
    if (folder !== "all" && entry.folder !== folder) continue;
    if (formId !== undefined && entry.formId !== formId) continue;
    sum.total += entry.total;
    sum.unread += entry.unread;
  }
  return sum;
}

/** Adds up the counts of a folder (or all), in one form (or all). */
export function totalsIn(totals: Totals, folder: Folder, formId?: string): FolderTotals {
  const { total, unread } = sumTotals(totals, folder, formId);
  // A message that others changed too can count twice for a moment.
  return { total: Math.max(0, total), unread: Math.max(0, unread) };
}

/** The counts of a filter, with the folder and form whose changes affect them. */
export type CachedCounts = FilterCounts & { folder: Folder; formId?: string | undefined };

export function changeCounts(counts: CachedCounts, changes: Changes): CachedCounts {
  const { matching, folder, formId } = counts;
  const { total } = sumTotals(changeTotals([], changes), folder, formId);
  if (!matching || total === 0) return counts;
  return { ...counts, matching: { ...matching, count: Math.max(0, matching.count + total) } };
}
