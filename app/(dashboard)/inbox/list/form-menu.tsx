import { Command } from "cmdk";
import { Check, FileText, Inbox } from "lucide-react";
import { CommandInput, CommandItem } from "#components/ui/command";
import { useInboxNavigation } from "../inbox-navigation";
import { listHref } from "../inbox-url";
import { type FormChoice, UnreadCount } from "./folders";

type FormMenuProps = { choices: readonly FormChoice[]; onClose: () => void };

/** All forms, found by typing. */
export default function FormMenu({ choices, onClose }: FormMenuProps) {
  const { query, go } = useInboxNavigation();
  const select = (formId: string | null) => {
    onClose();
    go(listHref(query, { formId }));
  };
  return (
    <Command label="Forms" className="flex max-h-80 flex-col">
      <CommandInput placeholder="Find a form" autoFocus />
      <Command.List className="min-h-0 overflow-y-auto p-1">
        <Command.Empty className="px-3 py-6 text-center text-muted-foreground">
          No form has that name.
        </Command.Empty>
        <CommandItem id="All forms" Icon={Inbox} onSelect={() => select(null)}>
          All forms
        </CommandItem>
        {choices.map(({ id, name, unread }) => (
          <CommandItem
            key={id}
            id={`${name} ${id}`}
            Icon={id === query.formId ? Check : FileText}
            onSelect={() => select(id)}
          >
            <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
            <UnreadCount count={unread} />
          </CommandItem>
        ))}
      </Command.List>
    </Command>
  );
}
