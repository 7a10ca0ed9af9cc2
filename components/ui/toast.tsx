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
  action: ToastAction | undefined;
};

const MAX_SHOWN = 3;

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function show(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

async function replaceToasts(next: readonly Toast[]): Promise<void> {
  const removed = toasts.filter((one) => !next.includes(one));
  show(next);
  await Promise.all(removed.map(({ undo }) => undo?.onEnd?.()));
}

/** Shows a message; at most three at a time. @returns its id */
export function toast(message: string, undo?: Undo, action?: ToastAction): number {
  const id = nextId++;
  void replaceToasts([...toasts.slice(1 - MAX_SHOWN), { id, message, undo, action }]);
  return id;
}

export function dismissToast(id: number): void {
  void replaceToasts(toasts.filter((one) => one.id !== id));
}

/** Dismisses all toasts, so that what they could undo takes effect now. */
export function endToasts(): Promise<void> {
  return replaceToasts([]);
}

/** Undoes what a toast reports, by default the latest. @returns whether there was one */
export function undoToast(id?: number): boolean {
  const one = toasts.findLast(({ id: its, undo }) => undo && (id === undefined || its === id));
  if (!one?.undo) return false;
  show(toasts.filter((other) => other !== one));
  one.undo.run();
  return true;
}

export function shownToasts(): readonly Toast[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
