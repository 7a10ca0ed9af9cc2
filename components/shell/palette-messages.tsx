import { type LucideIcon, Mail, Search } from "lucide-react";
import type { ReactNode } from "react";
import { CommandGroup, CommandItem } from "#components/ui/command";
import { RelativeTime } from "#components/ui/relative-time";
import type { InboxItem } from "#lib/submissions/inbox-schema";

type FoundMessagesProps = {
  search: string;
  messages: readonly InboxItem[];
  go: (href: string) => void;
};

/** Messages that contain what was typed, and the way to all of them. */
export function FoundMessages({ search, messages, go }: FoundMessagesProps) {
  return (
    <CommandGroup heading="Messages" forceMount>
      {messages.map(({ id, name, email, preview, receivedAt }) => (
        <Found key={id} id={id} Icon={Mail} take={() => go(`/inbox/${id}`)}>
          <bdi className="max-w-40 shrink-0 truncate">{name ?? email ?? "No name"}</bdi>
          <bdi className="min-w-0 flex-1 truncate text-muted-foreground">{preview}</bdi>
          <RelativeTime at={receivedAt} className="shrink-0 text-xs text-muted-foreground" />
        </Found>
      ))}
      <Found
        id="search-messages"
        Icon={Search}
        take={() => go(`/inbox?${new URLSearchParams({ folder: "all", search })}`)}
      >
        <span className="truncate">Search all messages for “{search}”</span>
      </Found>
    </CommandGroup>
  );
}

type FoundProps = { id: string; Icon: LucideIcon; take: () => void; children: ReactNode };

/** What the service found: it stays, whatever the palette's own filter thinks of its words. */
function Found({ id, Icon, take, children }: FoundProps) {
  return (
    <CommandItem value={id} forceMount onSelect={take}>
      <Icon aria-hidden />
      {children}
    </CommandItem>
  );
}
