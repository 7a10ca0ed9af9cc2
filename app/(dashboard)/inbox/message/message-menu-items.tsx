import { type MenuItem, MenuItems, type OpenMenu } from "#components/ui/menu-items";
import type { InboxMessage } from "#lib/submissions/inbox-schema";
import { messageCommands } from "./message-commands";

type MessageMenuItemsProps = OpenMenu & { opened: InboxMessage; first: readonly MenuItem[] };

export default function MessageMenuItems({ opened, first, ...menu }: MessageMenuItemsProps) {
  const groups = messageCommands(opened);
  return <MenuItems {...menu} groups={first.length > 0 ? [first, ...groups] : groups} />;
}
