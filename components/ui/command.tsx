"use client";

import { Command as Base } from "cmdk";
import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "#components/ui/cn";

/** cmdk with our styles. Load it lazily. */
export function Command({ className, ...props }: ComponentProps<typeof Base>) {
  return <Base data-slot="command" className={cn("flex min-h-0 flex-col", className)} {...props} />;
}

/** @param children - shown beside the field */
export function CommandInput({ className, children, ...props }: ComponentProps<typeof Base.Input>) {
  return (
    <div className="flex h-12 shrink-0 items-center gap-3 border-b px-4">
      <Search aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <Base.Input
        data-slot="command-input"
        className={cn(
          "h-full min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted-foreground md:text-sm",
          className,
        )}
        {...props}
      />
      {children}
    </div>
  );
}

export function CommandList({ className, ...props }: ComponentProps<typeof Base.List>) {
  return (
    <Base.List
      data-slot="command-list"
      className={cn("min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2", className)}
      {...props}
    />
  );
}

export function CommandGroup({ className, ...props }: ComponentProps<typeof Base.Group>) {
  return (
    <Base.Group
      data-slot="command-group"
      className={cn(
        "pb-2 **:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:py-1.5 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:text-muted-foreground",
        className,
      )}
      {...props}
    />
  );
}

export function CommandItem({ className, ...props }: ComponentProps<typeof Base.Item>) {
  return (
    <Base.Item
      data-slot="command-item"
      className={cn(
        "flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 select-none data-[selected=true]:bg-accent data-[selected=true]:text-accent-foreground [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted-foreground",
        className,
      )}
      {...props}
    />
  );
}
