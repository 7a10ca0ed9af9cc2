"use client";

import { LoaderCircle, RotateCw } from "lucide-react";
import { useTransition } from "react";
import type { ActionResult } from "#components/form/action-result";
import { ConfirmAction } from "#components/form/confirm-action";
import { useAction } from "#components/form/use-action";
import { WEBHOOK_FAILURES } from "#components/forms/webhook-failures";
import { listOf } from "#components/inbox/descriptions";
import { Button } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import type { InboxMessage } from "#lib/submissions/inbox-schema";
import { sendLabel } from "../selection/update-messages";

type RetryButtonProps = {
  email: string;
  /** The email may have arrived, so ask first. */
  isUncertain: boolean;
  retry: () => Promise<ActionResult>;
};

export function RetryButton({ email, isUncertain, retry }: RetryButtonProps) {
  const { run, isPending } = useAction(retry);
  const button = (onClick: () => void) => (
    <Button
      variant="outline"
      size="sm"
      aria-disabled={isPending || undefined}
      onClick={onClick}
      className="justify-self-start"
    >
      <RotateCw aria-hidden />
      Send again<span className="sr-only"> to {email}</span>
    </Button>
  );
  if (!isUncertain) return button(run);
  return (
    <ConfirmAction
      trigger={button}
      title="Send the email again?"
      confirmLabel="Send again"
      action={retry}
      isDestructive={false}
    >
      <p>We can’t confirm that the first email arrived. {email} may receive it twice.</p>
    </ConfirmAction>
  );
}

/** Why a webhook event wasn't delivered. */
export function FailureReason({ reason }: { reason: keyof typeof WEBHOOK_FAILURES }) {
  return WEBHOOK_FAILURES[reason];
}

type SuppressedNoticeProps = {
  /** Why the message is in spam; null if it no longer is. */
  spam: string | null;
  suppressed: InboxMessage["suppressed"];
  send: () => Promise<void>;
};

/** Says why a message is or was in spam, and offers to send what wasn't sent because of that. */
export function SuppressedNotice({ spam, suppressed, send }: SuppressedNoticeProps) {
  const [isPending, start] = useTransition();
  const parts: string[] = [];
  if (suppressed?.email)
    parts.push(`the email to ${listOf(suppressed.email.recipients.map(({ email }) => email))}`);
  if (suppressed?.event) parts.push(`the webhook event to ${suppressed.event.url}`);
  return (
    <Notice tone="warning">
      <p className="wrap-anywhere">
        {spam ?? "This message was in spam."}
        {parts.length > 0 ? ` We didn’t send ${listOf(parts, "disjunction")}.` : null}
      </p>
      {parts.length > 0 ? (
        <Button
          variant="outline"
          size="sm"
          className="mt-3"
          aria-disabled={isPending || undefined}
          onClick={() => {
            if (!isPending) start(send);
          }}
        >
          {isPending ? <LoaderCircle aria-hidden className="animate-spin" /> : null}
          {spam ? "Mark as not spam and send" : sendLabel(suppressed)}
        </Button>
      ) : null}
    </Notice>
  );
}
