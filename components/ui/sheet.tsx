"use client";

import { X } from "lucide-react";
import * as SheetPrimitive from "radix-ui/dialog";
import type { ComponentProps } from "react";
import { cn } from "#components/ui/cn";
import { overlayClasses } from "#components/ui/dialog";

export const Sheet = SheetPrimitive.Root;
export const SheetTrigger = SheetPrimitive.Trigger;
export const SheetTitle = SheetPrimitive.Title;

/** A panel that slides in from the left edge: navigation on narrow screens. */
export function SheetContent({
  className,
  children,
  ...props
}: ComponentProps<typeof SheetPrimitive.Content>) {
  return (
    <SheetPrimitive.Portal>
      <SheetPrimitive.Overlay className={overlayClasses} />
      <SheetPrimitive.Content
        data-slot="sheet"
        className={cn(
          "fixed inset-y-0 left-0 z-50 flex w-72 max-w-[calc(100%-3rem)] flex-col overflow-y-auto border-r bg-background shadow-pop duration-150 data-[state=closed]:animate-out data-[state=closed]:slide-out-to-left data-[state=open]:animate-in data-[state=open]:slide-in-from-left",
          className,
        )}
        {...props}
      >
        {children}
        <SheetPrimitive.Close className="absolute top-3 right-3 inline-flex size-8 items-center justify-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground">
          <X aria-hidden className="size-4" />
          <span className="sr-only">Close the menu</span>
        </SheetPrimitive.Close>
      </SheetPrimitive.Content>
    </SheetPrimitive.Portal>
  );
}
