import { Copy, Fingerprint, Link, Reply, UserRoundSearch, Users } from "lucide-react";
import type { PaletteCommand } from "#components/shell/palette-state.ts";
import { writeToClipboard } from "#components/ui/copy-button";
import MenuItems, { type MenuItem, type OpenMenu } from "#components/ui/menu-items";
import { toast } from "#components/ui/toast.ts";
import type { InboxMessage } from "#lib/domain/submissions/inbox/inbox-schema";
import { reply } from "./reply-button";

type Groups = readonly (readonly PaletteCommand[])[];

export function messageCommands({ message, sender: { email: address } }: InboxMessage): Groups {
  if (address === null) return [copyCommands(message.id)];
  return [senderCommands(address), copyCommands(message.id), privacyCommands(address)];
}

export function replyCommand(): PaletteCommand {
  return { label: "Reply to this message", Icon: Reply, words: ["answer"], keys: "r", run: reply };
}

function senderCommands(address: string): PaletteCommand[] {
  const search = new URLSearchParams({ folder: "all", search: address });
  return [
    { label: "All messages from this sender", Icon: Users, href: `/inbox?${search}` },
    copyCommand("Copy address", Copy, () => address),
  ];
}

export function copyCommands(id: string): PaletteCommand[] {
  return [
    copyCommand("Copy link to message", Link, () => `${location.origin}/inbox/${id}`),
    copyCommand("Copy message ID", Fingerprint, () => id),
  ];
}

function privacyCommands(address: string): PaletteCommand[] {
  // In the fragment, so that the address appears in no log.
  const href = `/settings/data#${new URLSearchParams({ person: address })}`;
  return [{ label: "Export or delete their data", Icon: UserRoundSearch, href }];
}

function copyCommand(label: string, Icon: PaletteCommand["Icon"], text: () => string) {
  const run = () =>
    void writeToClipboard(text()).then((isCopied) =>
      toast(isCopied ? "Copied." : "Couldn’t copy. Select the text and copy it yourself."),
    );
  return { label, Icon, words: ["clipboard"], run };
}

type MessageMenuItemsProps = OpenMenu & { opened: InboxMessage; first: readonly MenuItem[] };

export default function MessageMenuItems({ opened, first, ...menu }: MessageMenuItemsProps) {
  const groups = messageCommands(opened);
  return <MenuItems {...menu} groups={first.length > 0 ? [first, ...groups] : groups} />;
}
