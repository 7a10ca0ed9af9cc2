import { Reply } from "lucide-react";
import { Button, buttonVariants } from "#components/ui/button";
import { cn } from "#components/ui/cn.ts";
import { toast } from "#components/ui/toast.ts";
import type { InboxMessage } from "#lib/domain/submissions/inbox/inbox-schema";
import { replyHref } from "./reply-href";

const NO_ADDRESS = "This message has no email address to reply to.";

type ReplyButtonProps = {
  /** Undefined while the message is loading. */
  opened: InboxMessage | null | undefined;
  className?: string;
};

export function ReplyButton({ opened, className }: ReplyButtonProps) {
  const icon = <Reply aria-hidden />;
  const address = opened?.sender.email;
  if (!address)
    return (
      <Button
        size="sm"
        aria-disabled
        title={opened ? NO_ADDRESS : undefined}
        onClick={() => (opened ? toast(NO_ADDRESS) : undefined)}
        className={cn(
          "cursor-default",
          opened && "bg-muted text-muted-foreground hover:bg-muted",
          className,
        )}
      >
        {icon}
        Reply
        {opened ? <span className="sr-only"> (no email address)</span> : null}
      </Button>
    );
  const { message, fields } = opened;
  return (
    <a
      data-reply
      href={replyHref({ address, formName: message.formName, fields })}
      title={`Reply to ${address} (r)`}
      aria-keyshortcuts="r"
      className={buttonVariants({ size: "sm", className })}
    >
      {icon}
      <span>
        Reply<span className="sr-only"> to {address}</span>
      </span>
    </a>
  );
}

/** Follows the Reply button of the open message. */
export function reply(): void {
  const links = [...document.querySelectorAll<HTMLElement>("a[data-reply]")];
  const link = links.find((one) => one.getClientRects().length > 0);
  if (link) link.click();
  else toast(NO_ADDRESS);
}
