import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { lazyWithFallback, Unreachable } from "#components/ui/lazy";
import { Menu } from "#components/ui/menu";
import type { InboxMessage } from "#lib/submissions/inbox-schema";

const MessageMenuItems = lazyWithFallback(() => import("./message-menu-items"), Unreachable);
const BlockSenderDialog = lazyWithFallback(
  () => import("../dialogs/block-sender-dialog"),
  Unreachable,
);

/** Menu of the open message, with all that isn't a button of the toolbar. */
export function MessageMenu({ opened }: { opened: InboxMessage }) {
  const [blocking, setBlocking] = useState<string | null>(null);
  return (
    <>
      <Menu label="More actions" icon={<Ellipsis aria-hidden />}>
        {(menu) => <MessageMenuItems {...menu} opened={opened} block={setBlocking} />}
      </Menu>
      {blocking === null ? null : (
        <BlockSenderDialog address={blocking} onClose={() => setBlocking(null)} />
      )}
    </>
  );
}
