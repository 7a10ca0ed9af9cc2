import { Ban, ChevronDown, ChevronLeft, ChevronUp, Ellipsis } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#components/ui/button";
import { lazyWithFallback, Unreachable } from "#components/ui/lazy";
import { Menu } from "#components/ui/menu";
import type { InboxMessage } from "#lib/domain/submissions/inbox/inbox-schema";
import { InboxLink, useInboxNavigation } from "../inbox-navigation";
import { inboxHref } from "../inbox-url";
import { ActionButton, messageActions } from "../selection/message-actions";
import { canSend } from "../selection/not-spam";
import type { Commands } from "../selection/use-commands";
import { ReplyButton } from "./reply-button";
import type { ActiveMessage, OpenedMessage } from "./use-active-message";

const BlockSenderDialog = lazyWithFallback(
  () => import("../dialogs/block-sender-dialog"),
  Unreachable,
);
const MessageMenuItems = lazyWithFallback(() => import("./message-commands"), Unreachable);

type MessageToolbarProps = { commands: Commands; active: ActiveMessage; opened: OpenedMessage };

/** Actions for the open message. The toolbar stays, and keeps its focus, when the next message opens. */
export function MessageToolbar({ commands, active, opened: { data } }: MessageToolbarProps) {
  const { query } = useInboxNavigation();
  const message = commands.open;
  const isSpam = message?.folder === "spam";
  const all = message ? messageActions(commands, [message]) : [];
  // In spam, there's one button for "not spam": here, or in the notice that also offers to send
  // what was held back.
  const notSpam = isSpam ? all.find(({ keys }) => keys === "!") : undefined;
  const actions = all.filter((action) => action !== notSpam);
  const isOffered = canSend(data?.suppressed ?? null);
  const first = notSpam && isOffered ? [{ ...notSpam, label: "Not spam, send nothing" }] : [];
  const steps = [
    { label: "Newer message", keys: "k", Icon: ChevronUp, run: () => active.step(-1) },
    { label: "Older message", keys: "j", Icon: ChevronDown, run: () => active.step(1) },
  ];
  return (
    <div className="sticky top-22 z-20 flex min-h-12 items-center gap-1 border-b bg-background px-3 py-1 lg:top-0 lg:px-5">
      <InboxLink
        href={inboxHref(query, { message: null })}
        onFollow={active.close}
        className="-ml-1 inline-flex h-8 items-center gap-1 rounded-md pr-2 text-muted-foreground hover:text-foreground lg:hidden"
      >
        <ChevronLeft aria-hidden className="size-4" />
        <span className="max-xs:sr-only">Messages</span>
      </InboxLink>
      <div role="toolbar" aria-label="Message" className="flex items-center gap-0.5 max-lg:ml-auto">
        {message && !isSpam ? <ReplyButton opened={data} className="mr-2 max-lg:hidden" /> : null}
        {notSpam && data && !isOffered ? <ActionButton action={notSpam} isPrimary /> : null}
        {actions.map((action) => (
          <ActionButton key={action.keys} action={action} />
        ))}
        {data ? <BlockButton opened={data} /> : null}
        {data ? (
          <Menu label="More actions" icon={<Ellipsis aria-hidden />}>
            {(menu) => <MessageMenuItems {...menu} opened={data} first={first} />}
          </Menu>
        ) : null}
      </div>
      <div className="ml-auto flex max-lg:hidden">
        {steps.map((action) => (
          <ActionButton key={action.keys} action={action} isIconOnly />
        ))}
      </div>
    </div>
  );
}

function BlockButton({ opened: { sender, spamMatch } }: { opened: InboxMessage }) {
  const [isAsking, setAsking] = useState(false);
  if (sender.email === null || spamMatch !== null) return null;
  return (
    <>
      <IconButton
        icon={<Ban aria-hidden />}
        label="Block sender"
        title="Block sender"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      />
      {isAsking ? (
        <BlockSenderDialog address={sender.email} onClose={() => setAsking(false)} />
      ) : null}
    </>
  );
}
