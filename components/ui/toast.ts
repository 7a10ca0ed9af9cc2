import { createStore } from "#components/ui/store.ts";

export type Undo = {
  label: string;
  run: () => void;
  /** Called once when the change can no longer be undone, for whatever reason. */
  onEnd?: () => Promise<void>;
  /** Changes of one kind are counted together: "Archived: 5 messages." */
  counted?: { kind: string; count: number; describe: (count: number) => string };
};
export type ToastAction = { label: string; run: () => void };
/** A change that can be undone, or just a message. */
export type ToastEntry = {
  message: string;
  undo: Undo | undefined;
  actions: readonly ToastAction[];
};
/** A toast. Changes share one until it ends, the latest last. */
export type Toast = { id: number; entries: readonly ToastEntry[] };

const MAX_SHOWN = 3;
/** The maximum number of changes that can be undone at a time. Beyond that, the oldest takes effect. */
const MAX_UNDONE = 50;

export const shownToasts = createStore<readonly Toast[]>([]);
let nextId = 1;

async function replaceToasts(next: readonly Toast[]): Promise<void> {
  const kept = new Set(next.flatMap(({ entries }) => entries));
  const ended = shownToasts
    .get()
    .flatMap(({ entries }) => entries)
    .filter((entry) => !kept.has(entry));
  shownToasts.set(next);
  await Promise.all(ended.map(({ undo }) => undo?.onEnd?.()));
}

/** Shows a message; at most three at a time. One that can be undone joins the others in their toast. */
export function toast(message: string, undo?: Undo, actions: readonly ToastAction[] = []): void {
  const entry = { message, undo, actions };
  const toasts = shownToasts.get();
  const open = undo && toasts.find(({ entries }) => entries.some((one) => one.undo));
  const entries = [...(open?.entries ?? []).slice(1 - MAX_UNDONE), entry];
  const others = toasts.filter((one) => one !== open).slice(1 - MAX_SHOWN);
  void replaceToasts([...others, { id: open?.id ?? nextId++, entries }]);
}

export function dismissToast(id: number): void {
  void replaceToasts(shownToasts.get().filter((one) => one.id !== id));
}

/** Dismisses all toasts, so that their changes take effect now. */
export function endToasts(): Promise<void> {
  return replaceToasts([]);
}

/** The latest changes of a toast that are counted together. */
function latestOf({ entries }: Toast): readonly ToastEntry[] {
  const kind = entries.at(-1)?.undo?.counted?.kind;
  if (kind === undefined) return entries.slice(-1);
  return entries.slice(entries.findLastIndex(({ undo }) => undo?.counted?.kind !== kind) + 1);
}

export function contentOf(toast: Toast): ToastEntry {
  const latest = latestOf(toast);
  const last = latest.at(-1);
  if (!last) throw new Error("a toast has no entries");
  const { undo } = last;
  if (latest.length === 1 || !undo?.counted) return last;
  const count = latest.reduce((sum, one) => sum + (one.undo?.counted?.count ?? 0), 0);
  return { message: undo.counted.describe(count), undo, actions: [] };
}

/** Undoes all changes in a toast’s text. */
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

/** Undoes these entries, latest first, and keeps the other toasts visible. */
function take(toast: Toast, undone: readonly ToastEntry[]): void {
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
