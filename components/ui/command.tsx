import { Command } from "cmdk";
import { type LucideIcon, Search } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

/** cmdk's field with our styles. @param children - shown next to it */
export function CommandInput({ children, ...props }: ComponentProps<typeof Command.Input>) {
  return (
    <div className="flex h-12 shrink-0 items-center gap-3 border-b px-4">
      <Search aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <Command.Input
        className="h-full min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted-foreground md:text-sm"
        {...props}
      />
      {children}
    </div>
  );
}

export function CommandGroup(props: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      className="pb-2 **:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:py-1.5 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:text-muted-foreground"
      {...props}
    />
  );
}

type CommandItemProps = { id: string; Icon: LucideIcon; onSelect: () => void; children: ReactNode };

export function CommandItem({ id, Icon, onSelect, children }: CommandItemProps) {
  return (
    <Command.Item
      value={id}
      onSelect={onSelect}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 select-none data-[selected=true]:bg-accent data-[selected=true]:text-accent-foreground [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted-foreground"
    >
      <Icon aria-hidden />
      {children}
    </Command.Item>
  );
}
