import { type Entry, shownToasts, type Toast, type Undo } from "#components/ui/toast.ts";

// Not in toast.ts, which every page loads before there's anything to undo.

/** The latest changes of a toast that are counted together. */
function latestOf({ entries }: Toast): readonly Entry[] {
  const kind = entries.at(-1)?.undo?.counted?.kind;
  if (kind === undefined) return entries.slice(-1);
  return entries.slice(entries.findLastIndex(({ undo }) => undo?.counted?.kind !== kind) + 1);
}

export function contentOf(toast: Toast): Entry {
  const latest = latestOf(toast);
  const last = latest.at(-1);
  if (!last) throw new Error("a toast has no entries");
  const { undo } = last;
  if (latest.length === 1 || !undo?.counted) return last;
  const count = latest.reduce((sum, one) => sum + (one.undo?.counted?.count ?? 0), 0);
  return { message: undo.counted.describe(count), undo, actions: [] };
}

/** Undoes all that a toast's text names. */
export function undoToast(toast: Toast): void {
  take(toast, latestOf(toast));
}

/** Undoes the latest change. @returns whether there was one */
export function undoLatest(): boolean {
  const open = shownToasts.get().find(({ entries }) => entries.some(({ undo }) => undo));
  const last = open?.entries.at(-1);
  if (!open || !last) return false;
  take(open, [last]);
  return true;
}

/** Runs these entries' Undo, the latest first, and keeps showing the others. */
function take(toast: Toast, undone: readonly Entry[]): void {
  const entries = toast.entries.filter((one) => !undone.includes(one));
  const toasts = shownToasts.get();
  shownToasts.set(
    entries.length > 0
      ? toasts.map((one) => (one === toast ? { ...one, entries } : one))
      : toasts.filter((one) => one !== toast),
  );
  for (const { undo } of undone.toReversed()) undo?.run();
}

/** Removes a change that failed: there's nothing to undo. */
export function dropUndo(undo: Undo): void {
  shownToasts.set(
    shownToasts.get().flatMap((one) => {
      const entries = one.entries.filter((entry) => entry.undo !== undo);
      if (entries.length === one.entries.length) return one;
      return entries.length > 0 ? { ...one, entries } : [];
    }),
  );
}
