import {
  Archive,
  ChevronDown,
  ChevronLeft,
  ChevronUp,
  Inbox,
  type LucideIcon,
  Mail,
  MailOpen,
  ShieldAlert,
  ShieldCheck,
  Trash2,
} from "lucide-react";
import { Button } from "#components/ui/button";
import { cn } from "#components/ui/cn";
import { ListLink } from "../inbox-navigation";
import type { InboxQuery } from "../inbox-query";
import { inboxHref } from "../inbox-url";
import type { Commands } from "../selection/use-commands";
import type { SelectedMessage } from "../selection/use-selection";
import type { ActiveMessage } from "./use-active-message";

type MessageToolbarProps = {
  query: InboxQuery;
  /** The open message with changes applied; null until it has loaded. */
  message: SelectedMessage | null;
  commands: Commands;
  active: ActiveMessage;
};

/** Actions for the open message. The toolbar stays for the next one and keeps the focus. */
export function MessageToolbar({ query, message, commands, active }: MessageToolbarProps) {
  return (
    <div className="z-10 flex min-h-12 items-center gap-1 border-b bg-background px-3 py-1 max-lg:sticky max-lg:top-22 lg:px-5">
      <ListLink
        href={inboxHref(query, { message: null })}
        go={active.close}
        className="-ml-1 inline-flex h-8 items-center gap-1 rounded-md pr-2 text-muted-foreground hover:text-foreground lg:hidden"
      >
        <ChevronLeft aria-hidden className="size-4" />
        <span className="max-xs:sr-only">Messages</span>
      </ListLink>
      <div role="toolbar" aria-label="Message" className="flex items-center gap-0.5 max-lg:ml-auto">
        {message ? <Tools message={message} commands={commands} /> : null}
      </div>
      <div className="ml-auto flex max-lg:hidden">
        <Tool label="Newer message" keys="k" Icon={ChevronUp} run={() => active.step(-1)} isIcon />
        <Tool label="Older message" keys="j" Icon={ChevronDown} run={() => active.step(1)} isIcon />
      </div>
    </div>
  );
}

function Tools({ message, commands }: { message: SelectedMessage; commands: Commands }) {
  const { moveTo, setRead, remove } = commands;
  return (
    <>
      {message.folder === "inbox" ? (
        <Tool label="Archive" keys="e" Icon={Archive} run={() => moveTo("archive", [message])} />
      ) : null}
      {message.folder === "archive" ? (
        <Tool label="Move to inbox" keys="e" Icon={Inbox} run={() => moveTo("inbox", [message])} />
      ) : null}
      {message.folder === "spam" ? (
        <Tool label="Not spam" keys="!" Icon={ShieldCheck} run={() => moveTo("inbox", [message])} />
      ) : (
        <Tool label="Spam" keys="!" Icon={ShieldAlert} run={() => moveTo("spam", [message])} />
      )}
      <Tool
        label={message.read ? "Mark unread" : "Mark read"}
        keys="u"
        Icon={message.read ? Mail : MailOpen}
        run={() => setRead(!message.read, [message])}
      />
      <Tool label="Delete" keys="#" Icon={Trash2} run={() => remove([message])} />
    </>
  );
}

type ToolProps = {
  label: string;
  keys: string;
  Icon: LucideIcon;
  run: () => void;
  isIcon?: boolean;
};

function Tool({ label, keys, Icon, run, isIcon = false }: ToolProps) {
  return (
    <Button
      variant="ghost"
      size={isIcon ? "iconSm" : "sm"}
      title={`${label} (${keys})`}
      aria-keyshortcuts={keys}
      className={cn(!isIcon && "px-2 @4xl:px-3")}
      // The second click of a double click would act on the next message.
      onClick={(event) => (event.detail > 1 ? undefined : run())}
    >
      <Icon aria-hidden />
      <span className={isIcon ? "sr-only" : "@max-lg:sr-only"}>{label}</span>
    </Button>
  );
}
