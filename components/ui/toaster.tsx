"use client";

import { X } from "lucide-react";
import * as ToastPrimitive from "radix-ui/toast";
import { useSyncExternalStore } from "react";

type Undo = { label: string; run: () => void };
type ToastItem = { id: number; message: string; undo: Undo | undefined; isOpen: boolean };

let items: readonly ToastItem[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: readonly ToastItem[]): void {
  items = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const NONE: readonly ToastItem[] = [];

/** Says what has just been done; at most three at a time, each for six seconds. */
export function toast(message: string, undo?: Undo): void {
  const id = nextId++;
  set([...items.filter((item) => item.isOpen).slice(-2), { id, message, undo, isOpen: true }]);
}

/** Where {@link toast} shows. Radix's toast and not sonner: it adds no style element, which our policy refuses. */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => items,
    () => NONE,
  );
  const close = (id: number) =>
    set(items.map((item) => (item.id === id ? { ...item, isOpen: false } : item)));
  return (
    <ToastPrimitive.Provider duration={6000} swipeDirection="right">
      {shown.map((item) => (
        <ToastPrimitive.Root
          key={item.id}
          open={item.isOpen}
          onOpenChange={(isOpen) => (isOpen ? undefined : close(item.id))}
          className="flex items-center gap-3 rounded-md border bg-popover py-2 pr-2 pl-4 text-sm text-popover-foreground shadow-pop duration-150 data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=open]:slide-in-from-bottom-2"
        >
          <ToastPrimitive.Description className="min-w-0 flex-1 py-1 break-words">
            {item.message}
          </ToastPrimitive.Description>
          {item.undo ? (
            <ToastPrimitive.Action
              altText={item.undo.label}
              onClick={item.undo.run}
              className="h-8 rounded-md px-3 font-medium text-primary hover:bg-accent"
            >
              {item.undo.label}
            </ToastPrimitive.Action>
          ) : null}
          <ToastPrimitive.Close className="inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground">
            <X aria-hidden className="size-4" />
            <span className="sr-only">Dismiss</span>
          </ToastPrimitive.Close>
        </ToastPrimitive.Root>
      ))}
      <ToastPrimitive.Viewport className="fixed right-4 bottom-4 z-[60] flex w-96 max-w-[calc(100%-2rem)] flex-col gap-2" />
    </ToastPrimitive.Provider>
  );
}
