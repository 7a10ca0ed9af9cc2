import { Reply } from "lucide-react";
import { Button } from "#components/ui/button";
import { cn } from "#components/ui/cn.ts";
import { toast } from "#components/ui/toast.ts";
import type { InboxMessage } from "#lib/domain/submissions/inbox/inbox-schema";
import { composing } from "../work/drafts";

type ReplyButtonProps = {
  /** Undefined while the message is loading. */
  opened: InboxMessage | null | undefined;
  className?: string;
};

/** Opens the composer. If no one can write to the sender, it shows why. */
export function ReplyButton({ opened, className }: ReplyButtonProps) {
  const icon = <Reply aria-hidden />;
  const obstacle = opened?.obstacle ?? null;
  if (!opened || obstacle !== null)
    return (
      <Button
        size="sm"
        aria-disabled
        data-reply={opened ? true : undefined}
        title={obstacle ?? undefined}
        onClick={() => (obstacle === null ? undefined : toast(obstacle))}
        className={cn(
          "cursor-default",
          opened && "bg-muted text-muted-foreground hover:bg-muted",
          className,
        )}
      >
        {icon}
        Reply
        {obstacle === null ? null : <span className="sr-only"> ({obstacle})</span>}
      </Button>
    );
  const address = opened.sender.email;
  return (
    <Button
      size="sm"
      data-reply
      title={`Reply to ${address} (r)`}
      aria-keyshortcuts="r"
      onClick={() => composing.set(opened.message.id)}
      className={className}
    >
      {icon}
      <span>
        Reply<span className="sr-only"> to {address}</span>
      </span>
    </Button>
  );
}

/** Follows the Reply button of the open message. */
export function reply(): void {
  const buttons = [...document.querySelectorAll<HTMLElement>("[data-reply]")];
  buttons.find((one) => one.getClientRects().length > 0)?.click();
}
