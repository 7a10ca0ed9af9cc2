export type Undo = {
  label: string;
  run: () => void;
  /** Called once when the time to take it back is over, however that came about. */
  onEnd?: () => Promise<void>;
};
/** What may be done next, instead of taking it back. */
export type Offer = { label: string; run: () => void };
export type Toast = {
  id: number;
  message: string;
  undo: Undo | undefined;
  offer: Offer | undefined;
};

const MAX_SHOWN = 3;

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function show(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

async function set(next: readonly Toast[]): Promise<void> {
  const gone = toasts.filter((one) => !next.includes(one));
  show(next);
  await Promise.all(gone.map(({ undo }) => undo?.onEnd?.()));
}

/** Says what has just been done; at most three at a time. @returns its id */
export function toast(message: string, undo?: Undo, offer?: Offer): number {
  const id = nextId++;
  void set([...toasts.slice(1 - MAX_SHOWN), { id, message, undo, offer }]);
  return id;
}

export function dismissToast(id: number): void {
  void set(toasts.filter((one) => one.id !== id));
}

/** Ends the time of all toasts now, because nobody could take anything back any more. */
export function endToasts(): Promise<void> {
  return set([]);
}

/** Takes back what a toast tells of, the latest unless one is named. @returns whether there was one */
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
