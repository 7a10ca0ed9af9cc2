import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { describeRemoved, describeSpam, listOf } from "#components/inbox/descriptions.ts";
import { Button, PendingButton } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import { usePending } from "#components/ui/use-pending.ts";
import { describeSignals } from "#lib/domain/spam/signals";
import type { InboxMessage } from "#lib/domain/submissions/inbox/inbox-schema";
import { canSend, sendLabel, sendSuppressed, unblockSender } from "../selection/not-spam";
import { toSelected } from "../selection/update-messages";

export default function SuppressedNotice({ opened }: { opened: InboxMessage }) {
  const { message, spamMatch, suppressed, removed } = opened;
  const client = useQueryClient();
  const isSpam = message.folder === "spam";
  const spam = isSpam ? describeSpam(message.spamReason, spamMatch) : null;
  const signals = message.spamReason === "content" ? describeSignals(message.signals) : "";
  const isSuspended = suppressed?.event?.isSuspended === true;
  const { run, isPending } = usePending(() => sendSuppressed(client, toSelected(opened)));
  const parts: string[] = [];
  if (suppressed?.email)
    parts.push(`the email to ${listOf(suppressed.email.recipients.map(({ email }) => email))}`);
  if (suppressed?.event) parts.push(`the webhook event to ${suppressed.event.url}`);
  return (
    <Notice tone="warning">
      <p className="wrap-anywhere">
        {signals ? `Looks like spam: ${signals}.` : (spam ?? "This message was in spam.")}
        {parts.length > 0 ? ` We didn’t send ${listOf(parts, "disjunction")}.` : null}
        {isSuspended ? " The webhook is suspended: fix the endpoint, then send the event." : null}
        {removed.length > 0 ? ` ${describeRemoved(removed)}` : null}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
        {canSend(suppressed) ? (
          <PendingButton
            variant={isSpam ? "primary" : "outline"}
            size="sm"
            isPending={isPending}
            onClick={run}
          >
            {spam ? "Mark as not spam and send" : sendLabel(suppressed)}
          </PendingButton>
        ) : null}
        {isSpam ? <CaughtBy opened={opened} /> : null}
        {isSuspended ? (
          <Link
            href={`/forms/${message.formId}/integrations/webhook`}
            prefetch={false}
            className="link inline-flex h-8 items-center"
          >
            Open webhook
          </Link>
        ) : null}
      </div>
    </Notice>
  );
}

function CaughtBy({ opened: { message, spamMatch } }: { opened: InboxMessage }) {
  if (message.spamReason === "blocked_word")
    return (
      <Link
        href={`/forms/${message.formId}/settings/spam`}
        prefetch={false}
        className="link inline-flex h-8 items-center"
      >
        Edit blocked words
      </Link>
    );
  return message.spamReason === "blocked_sender" && spamMatch !== null ? (
    <UnblockButton entry={spamMatch} />
  ) : null;
}

function UnblockButton({ entry }: { entry: string }) {
  const { run, isPending } = usePending(() => unblockSender(entry));
  return (
    <Button variant="outline" size="sm" aria-disabled={isPending || undefined} onClick={run}>
      Unblock sender
    </Button>
  );
}
