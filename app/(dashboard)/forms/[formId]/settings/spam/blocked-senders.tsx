"use client";

import { useState } from "react";
import { ActionForm, SubmitButton } from "#components/form/action-form";
import { PLAIN, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { useAction } from "#components/form/use-action.ts";
import { Button } from "#components/ui/button";
import { Card, CardFooter, Section } from "#components/ui/card";
import { RelativeTime } from "#components/ui/relative-time";
import { formatCount } from "#lib/core/count";
import type { ListedSender } from "#lib/domain/forms/spam/schema";
import { addBlockedSenderAction, removeBlockedSenderAction } from "./actions";

/** Entries that are listed before "Show all". */
const FIRST_SHOWN = 10;

export function BlockedSendersCard({ senders }: { senders: readonly ListedSender[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? senders : senders.slice(0, FIRST_SHOWN);
  return (
    <Card className="divide-y">
      <Section
        title="Blocked senders"
        text="Their messages go to spam, without files, on all forms of this workspace. They see the usual confirmation."
      >
        <ActionForm action={addBlockedSenderAction} resetWhenDone className="grid gap-3">
          <FormMessage />
          <div className="flex items-start gap-3 max-xs:flex-wrap">
            <TextField
              name="entry"
              label="Address or domain"
              placeholder="@example.com"
              hint="name@example.com, or @example.com with its subdomains."
              className="min-w-0 flex-1"
              {...PLAIN}
              required
            />
            <SubmitButton variant="outline" className="mt-6.5">
              Block
            </SubmitButton>
          </div>
        </ActionForm>
        {senders.length === 0 ? (
          <p className="text-muted-foreground">
            No one is blocked. You can also block a sender from one of their messages.
          </p>
        ) : (
          <ul aria-label="Blocked senders" className="divide-y rounded-md border">
            {shown.map((sender) => (
              <SenderRow key={sender.entry} {...sender} />
            ))}
          </ul>
        )}
      </Section>
      {shown.length < senders.length ? (
        <CardFooter>
          <Button variant="outline" size="sm" onClick={() => setShowsAll(true)}>
            Show all {formatCount(senders.length)}
          </Button>
        </CardFooter>
      ) : null}
    </Card>
  );
}

function SenderRow({ entry, createdAt }: ListedSender) {
  const { run, isPending } = useAction(() => removeBlockedSenderAction(entry));
  return (
    <li className="flex items-center gap-3 py-2 pr-2 pl-4">
      <span className="grid min-w-0 flex-1">
        <bdi className="font-medium wrap-anywhere">{entry}</bdi>
        <span className="text-xs text-muted-foreground">
          Blocked <RelativeTime at={createdAt} />
        </span>
      </span>
      <Button variant="ghost" size="sm" aria-disabled={isPending || undefined} onClick={run}>
        Unblock<span className="sr-only"> {entry}</span>
      </Button>
    </li>
  );
}
