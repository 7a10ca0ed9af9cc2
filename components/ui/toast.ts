import { createStore } from "#components/ui/store.ts";

export type Undo = {
  label: string;
  run: () => void;
  /** Called once when it can't be undone any more, for whatever reason. */
  onEnd?: () => Promise<void>;
  /** Changes of one kind are counted together: "Archived: 5 messages." */
  counted?: { kind: string; count: number; describe: (count: number) => string };
};
export type ToastAction = { label: string; run: () => void };
/** One change that can be undone, or just a message. */
export type Entry = { message: string; undo: Undo | undefined; actions: readonly ToastAction[] };
/** Changes share one toast until it ends, the latest last. */
export type Toast = { id: number; entries: readonly Entry[] };

const MAX_SHOWN = 3;
/** Changes that can be undone at a time; the oldest takes effect first. */
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
