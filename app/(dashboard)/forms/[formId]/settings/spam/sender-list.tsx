"use client";

import { useState } from "react";
import { ActionForm, SubmitButton } from "#components/form/action-form";
import { PLAIN, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { useAction } from "#components/form/use-action.ts";
import { Button } from "#components/ui/button";
import { Card, CardFooter, FieldSection } from "#components/ui/card";
import { RelativeTime } from "#components/ui/relative-time";
import { formatCount } from "#lib/core/count";
import type { SenderList } from "#lib/domain/forms/spam/rules";
import type { ListedSender } from "#lib/domain/forms/spam/schema";
import { addSenderAction, removeSenderAction } from "./actions";

/** Entries that are listed before "Show all". */
const FIRST_SHOWN = 10;

const WORDS = {
  blocked: {
    title: "Blocked senders",
    text: "Their messages go to spam, without files, on all forms of this workspace. They see the usual confirmation.",
    label: "Address or domain",
    add: "Block",
    none: "No one is blocked. You can also block a sender from one of their messages.",
    added: "Blocked",
    remove: "Unblock",
  },
  safe: {
    title: "Safe senders",
    text: "On every form of this workspace, the content of their messages isn’t checked. A safe address is never blocked, even if its domain is.",
    label: "Sender to trust",
    add: "Add",
    none: "No one yet. Senders you mark as “Not spam” aren’t judged either.",
    added: "Added",
    remove: "Remove",
  },
} as const satisfies Record<SenderList, Record<string, string>>;

type SenderListCardProps = { list: SenderList; senders: readonly ListedSender[] };

export function SenderListCard({ list, senders }: SenderListCardProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? senders : senders.slice(0, FIRST_SHOWN);
  const words = WORDS[list];
  return (
    <Card className="divide-y">
      <FieldSection title={words.title} text={words.text}>
        <ActionForm action={addSenderAction.bind(null, list)} resetWhenDone className="grid gap-3">
          <FormMessage />
          <div className="flex items-start gap-3 max-xs:flex-wrap">
            <TextField
              name="entry"
              label={words.label}
              placeholder="@example.com"
              hint="name@example.com, or @example.com with its subdomains."
              className="min-w-0 flex-1"
              {...PLAIN}
              required
            />
            <SubmitButton variant="outline" className="mt-6.5">
              {words.add}
            </SubmitButton>
          </div>
        </ActionForm>
        {senders.length === 0 ? (
          <p className="text-muted-foreground">{words.none}</p>
        ) : (
          <ul aria-label={words.title} className="divide-y rounded-md border">
            {shown.map((sender) => (
              <SenderRow key={sender.entry} list={list} {...sender} />
            ))}
          </ul>
        )}
      </FieldSection>
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

function SenderRow({ list, entry, createdAt }: ListedSender & { list: SenderList }) {
  const { run, isPending } = useAction(() => removeSenderAction(list, entry));
  const { added, remove } = WORDS[list];
  return (
    <li className="flex items-center gap-3 py-2 pr-2 pl-4">
      <span className="grid min-w-0 flex-1">
        <bdi className="font-medium wrap-anywhere">{entry}</bdi>
        <span className="text-xs text-muted-foreground">
          {added} <RelativeTime at={createdAt} />
        </span>
      </span>
      <Button variant="ghost" size="sm" aria-disabled={isPending || undefined} onClick={run}>
        {remove}
        <span className="sr-only"> {entry}</span>
      </Button>
    </li>
  );
}
