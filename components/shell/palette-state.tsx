let isOpen = false;
const listeners = new Set<() => void>();

export function setPaletteOpen(is: boolean): void {
  isOpen = is;
  for (const listener of listeners) listener();
}

export function isPaletteOpen(): boolean {
  return isOpen;
}

export function subscribeToPalette(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
