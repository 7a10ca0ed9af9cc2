"use client";

import { LoaderCircle } from "lucide-react";
import { useTransition } from "react";
import { Button } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import type { InboxMessage } from "#lib/submissions/inbox-schema";

type WithheldNoticeProps = {
  /** Why it is in spam, or null where it has left it. */
  spam: string | null;
  withheld: InboxMessage["withheld"];
  release: () => Promise<void>;
};

function listOf(parts: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "conjunction" }).format(parts);
}

/** Why a message is in spam, or was; what was not sent because of it, with the offer to send it. */
export default function WithheldNotice({ spam, withheld, release }: WithheldNoticeProps) {
  const [isPending, start] = useTransition();
  const parts = [
    ...(withheld?.mail
      ? [`the mail to ${listOf(withheld.mail.recipients.map(({ email }) => email))}`]
      : []),
    ...(withheld?.event ? [`the webhook event to ${withheld.event.url}`] : []),
  ];
  const names = [withheld?.mail ? "mail" : null, withheld?.event ? "event" : null].filter(Boolean);
  return (
    <Notice tone="warning">
      <p className="wrap-anywhere">
        {spam ?? "This message was in spam."}
        {parts.length > 0 ? ` Not sent because of that: ${listOf(parts)}.` : null}
      </p>
      {parts.length > 0 ? (
        <Button
          variant="outline"
          size="sm"
          className="mt-3"
          aria-disabled={isPending || undefined}
          onClick={() => {
            if (!isPending) start(release);
          }}
        >
          {isPending ? <LoaderCircle aria-hidden className="animate-spin" /> : null}
          {spam
            ? `Not spam, send the ${names.join(" and ")}`
            : `Send the ${names.join(" and ")} now`}
        </Button>
      ) : null}
    </Notice>
  );
}
