import type { Change, Mark } from "#components/inbox/change-log";
import type { MessageTotals } from "#lib/submissions/count-submissions";
import type { SubmissionFilter } from "#lib/submissions/schema";

type Folder = SubmissionFilter["folder"];
type Marked = { id: string; folder: Mark["folder"]; read: boolean; spamReason: Mark["spamReason"] };

export type ChangesById = ReadonlyMap<string, readonly Change[]>;

export function changesById(log: readonly Change[]): ChangesById {
  const byId = new Map<string, Change[]>();
  for (const change of log) {
    const known = byId.get(change.id);
    if (known) known.push(change);
    else byId.set(change.id, [change]);
  }
  return byId;
}

/**
 * A message as it is now: as it was read, and what was changed since. The same object where nothing was.
 *
 * @param asOf - when it was read, in epoch milliseconds of the service
 */
export function markedNow<T extends Marked>(
  item: T,
  asOf: number,
  changes: ChangesById,
): T & { isDeleted?: boolean } {
  const since = changes.get(item.id)?.filter(({ at }) => at >= asOf) ?? [];
  return since.length === 0 ? item : Object.assign({}, item, ...since.map(({ to }) => to));
}

/** Whether a message belongs into a folder's list. One that was read stays in a list of unread ones. */
export function isListed(item: Marked & { isDeleted?: boolean }, folder: Folder): boolean {
  return !item.isDeleted && (folder === "all" || item.folder === folder);
}

export type Totals = { total: number; unread: number };

function totalsOf(mark: Mark, folder: Folder): Totals {
  const total = isListed({ id: "", ...mark }, folder) ? 1 : 0;
  return { total, unread: mark.read ? 0 : total };
}

/** What changes since a moment did to the figures of a folder, in one form or in all. */
export function totalsChange(
  log: readonly Change[],
  asOf: number,
  folder: Folder,
  formId?: string,
): Totals {
  const sum = { total: 0, unread: 0 };
  for (const change of log) {
    if (change.at < asOf || (formId !== undefined && change.formId !== formId)) continue;
    const before = totalsOf(change.from, folder);
    const after = totalsOf({ ...change.from, ...change.to }, folder);
    sum.total += after.total - before.total;
    sum.unread += after.unread - before.unread;
  }
  return sum;
}

/** Messages of a folder, or of all, within one form or all, as they are now. */
export function totalsNow(
  totals: readonly MessageTotals[],
  change: Totals,
  folder: Folder,
  formId?: string,
): Totals {
  const sum = { ...change };
  for (const entry of totals) {
    if (folder !== "all" && entry.folder !== folder) continue;
    if (formId !== undefined && entry.formId !== formId) continue;
    sum.total += entry.total;
    sum.unread += entry.unread;
  }
  // What another window has changed as well may be counted twice for a moment.
  return { total: Math.max(0, sum.total), unread: Math.max(0, sum.unread) };
}
