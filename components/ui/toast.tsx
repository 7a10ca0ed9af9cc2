export type Undo = { label: string; run: () => void };
export type Toast = { id: number; message: string; undo: Undo | undefined };

const MAX_SHOWN = 3;

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Says what has just been done; at most three at a time. */
export function toast(message: string, undo?: Undo): void {
  set([...toasts.slice(1 - MAX_SHOWN), { id: nextId++, message, undo }]);
}

export function dismissToast(id: number): void {
  set(toasts.filter((one) => one.id !== id));
}

export function shownToasts(): readonly Toast[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
