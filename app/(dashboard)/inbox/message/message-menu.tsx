import { Ellipsis } from "lucide-react";
import { lazyWithFallback, Unreachable } from "#components/ui/lazy";
import { Menu } from "#components/ui/menu";
import type { MenuItem } from "#components/ui/menu-items";
import type { InboxMessage } from "#lib/submissions/inbox-schema";

const MessageMenuItems = lazyWithFallback(() => import("./message-menu-items"), Unreachable);

type MessageMenuProps = { opened: InboxMessage; first: readonly MenuItem[] };

/** Menu of the open message, with all that isn’t a button of the toolbar. */
export function MessageMenu({ opened, first }: MessageMenuProps) {
  return (
    <Menu label="More actions" icon={<Ellipsis aria-hidden />}>
      {(menu) => <MessageMenuItems {...menu} opened={opened} first={first} />}
    </Menu>
  );
}
