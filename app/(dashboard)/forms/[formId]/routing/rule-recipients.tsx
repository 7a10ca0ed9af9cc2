"use client";

import { X } from "lucide-react";
import { CheckboxField, useField } from "#components/form/fields";
import { NativeSelect } from "#components/ui/input";
import type { Recipient } from "#lib/recipients/schema";
import type { RoutingRule } from "#lib/routing/schema";

/** More are picked one by one, so that a rule doesn't repeat the whole list. */
const MAX_BOXES = 6;

type RuleRecipientsProps = {
  rule: RoutingRule;
  recipients: readonly Recipient[];
  onChange: (rule: RoutingRule) => void;
};

type ChoiceProps = {
  offered: readonly Recipient[];
  selected: ReadonlySet<string>;
  set: (id: string, isSelected: boolean) => void;
};

/** Confirmed recipients, and selected ones that aren’t confirmed, to deselect. */
export function RuleRecipients({ rule, recipients, onChange }: RuleRecipientsProps) {
  const { error, errorId, control } = useField("recipientIds", "recipientIds", false);
  const selected = new Set(rule.recipientIds);
  const offered = recipients.filter(({ id, status }) => status === "verified" || selected.has(id));
  const set = (id: string, isSelected: boolean) => {
    const others = rule.recipientIds.filter((one) => one !== id);
    onChange({ ...rule, recipientIds: isSelected ? [...others, id] : others });
  };
  const Choice = offered.length > MAX_BOXES ? Picker : Boxes;
  return (
    <fieldset aria-describedby={control["aria-describedby"]}>
      <legend className="mb-2 font-medium">notify</legend>
      {offered.length === 0 ? (
        <p className="text-muted-foreground">No confirmed recipients yet.</p>
      ) : (
        <Choice offered={offered} selected={selected} set={set} />
      )}
      {error ? (
        <p id={errorId} className="mt-1.5 text-sm text-destructive">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

function Address({ email, status }: Recipient) {
  return (
    <span className="break-all">
      {email}
      {status === "pending" ? <span className="text-warning"> (not confirmed)</span> : null}
    </span>
  );
}

function Boxes({ offered, selected, set }: ChoiceProps) {
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2.5">
      {offered.map((recipient) => (
        <CheckboxField
          key={recipient.id}
          name="recipientIds"
          label={<Address {...recipient} />}
          checked={selected.has(recipient.id)}
          onChange={(event) => set(recipient.id, event.target.checked)}
        />
      ))}
    </div>
  );
}

/** The selected ones, and a list to add others from. */
function Picker({ offered, selected, set }: ChoiceProps) {
  return (
    <div className="grid gap-2">
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {offered
          .filter(({ id }) => selected.has(id))
          .map((recipient) => (
            <li
              key={recipient.id}
              className="flex min-h-8 min-w-0 items-center gap-1 rounded-sm bg-primary/10 pl-2.5 text-primary"
            >
              <Address {...recipient} />
              <button
                type="button"
                className="flex size-8 shrink-0 items-center justify-center rounded-sm hover:bg-primary/15"
                onClick={() => set(recipient.id, false)}
              >
                <X aria-hidden className="size-3.5" />
                <span className="sr-only">Don’t notify {recipient.email}</span>
              </button>
            </li>
          ))}
      </ul>
      <span className="max-w-80">
        <NativeSelect
          aria-label="Add a recipient"
          value=""
          onChange={(event) => set(event.target.value, true)}
        >
          <option value="">Add a recipient…</option>
          {offered
            .filter(({ id }) => !selected.has(id))
            .map(({ id, email }) => (
              <option key={id} value={id}>
                {email}
              </option>
            ))}
        </NativeSelect>
      </span>
    </div>
  );
}
