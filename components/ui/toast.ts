import { createStore } from "#components/ui/store.ts";

export type Undo = {
  label: string;
  run: () => void;
  /** Called once when it can't be undone any more, for whatever reason. */
  onEnd?: () => Promise<void>;
};
/** A next step to offer. */
export type ToastAction = { label: string; run: () => void };
export type Toast = {
  id: number;
  message: string;
  undo: Undo | undefined;
  actions: readonly ToastAction[];
};

const MAX_SHOWN = 3;

export const shownToasts = createStore<readonly Toast[]>([]);
let nextId = 1;

async function replaceToasts(next: readonly Toast[]): Promise<void> {
  const removed = shownToasts.get().filter((one) => !next.includes(one));
  shownToasts.set(next);
  await Promise.all(removed.map(({ undo }) => undo?.onEnd?.()));
}

/** Shows a message; at most three at a time. @returns its id */
export function toast(message: string, undo?: Undo, actions: readonly ToastAction[] = []): number {
  const id = nextId++;
  const others = shownToasts.get().slice(1 - MAX_SHOWN);
  void replaceToasts([...others, { id, message, undo, actions }]);
  return id;
}

export function dismissToast(id: number): void {
  void replaceToasts(shownToasts.get().filter((one) => one.id !== id));
}

/** Dismisses all toasts, so that what they could undo takes effect now. */
export function endToasts(): Promise<void> {
  return replaceToasts([]);
}

/** Undoes what a toast reports, by default the latest. @returns whether there was one */
export function undoToast(id?: number): boolean {
  const toasts = shownToasts.get();
  const one = toasts.findLast(({ id: its, undo }) => undo && (id === undefined || its === id));
  if (!one?.undo) return false;
  shownToasts.set(toasts.filter((other) => other !== one));
  one.undo.run();
  return true;
}
