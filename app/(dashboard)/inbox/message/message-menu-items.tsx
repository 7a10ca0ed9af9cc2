import { MenuItems, type OpenMenu } from "#components/ui/menu-items";
import type { InboxMessage } from "#lib/submissions/inbox-schema";
import { messageCommands } from "./message-commands";

type MessageMenuItemsProps = OpenMenu & {
  opened: InboxMessage;
  block: (address: string) => void;
};

export default function MessageMenuItems({ opened, block, ...menu }: MessageMenuItemsProps) {
  return <MenuItems {...menu} groups={messageCommands(opened, block)} />;
}
