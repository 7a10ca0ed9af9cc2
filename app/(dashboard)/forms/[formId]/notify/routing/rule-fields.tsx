"use client";

import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { CheckboxField, FieldNotes, PLAIN, useField } from "#components/form/fields";
import { cn } from "#components/ui/cn.ts";
import { Input, NativeSelect } from "#components/ui/input";
import { CONTEXT_FIELDS } from "#lib/core/fields/message-context";
import type { Condition, RoutingRule } from "#lib/domain/forms/routing/schema";
import type { Recipient } from "#lib/domain/recipients/schema";
import { OPERATOR_WORDS } from "./draft";

const OPERATORS: readonly RoutingRule["operator"][] = ["contains", "equals", "present"];

type RuleConditionProps<Rule extends Condition> = {
  rule: Rule;
  /** The prefix of its errors’ paths. */
  path?: string;
  /** Names of fields in earlier messages, which are suggested. */
  fieldNames: readonly string[];
  onChange: (rule: Rule) => void;
};

/**
 * Renders a condition: If [message] [contains] [sales]. The value is hidden for operators that
 * don’t use one.
 */
export function RuleCondition<Rule extends Condition>({
  rule,
  path = "",
  fieldNames,
  onChange,
}: RuleConditionProps<Rule>) {
  const namesId = useId();
  const field = useField("field", `${path}field`, false);
  const operator = useField("operator", `${path}operator`, false);
  const value = useField("value", `${path}value`, false);
  return (
    <div className="flex flex-wrap items-start gap-2">
      <datalist id={namesId}>
        {[...fieldNames, ...CONTEXT_FIELDS].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <span aria-hidden className="flex h-9 items-center font-medium">
        If
      </span>
      <Blank field={field} className="flex-1 basis-32">
        <Input
          {...field.control}
          aria-label="If the field"
          value={rule.field}
          list={namesId}
          placeholder="message"
          // The suggestions open without the browser’s own arrow, which looks like another menu.
          className="[&::-webkit-calendar-picker-indicator]:hidden!"
          {...PLAIN}
          onChange={(event) => onChange({ ...rule, field: event.target.value })}
        />
      </Blank>
      <Blank field={operator} className="basis-32">
        <NativeSelect
          {...operator.control}
          aria-label="Condition"
          value={rule.operator}
          onChange={({ target }) => {
            const known = OPERATORS.find((one) => one === target.value);
            if (known) onChange({ ...rule, operator: known });
          }}
        >
          {OPERATORS.map((one) => (
            <option key={one} value={one}>
              {OPERATOR_WORDS[one]}
            </option>
          ))}
        </NativeSelect>
      </Blank>
      {rule.operator === "present" ? null : (
        <Blank field={value} className="flex-1 basis-32">
          <Input
            {...value.control}
            aria-label="Value"
            value={rule.value ?? ""}
            placeholder="sales"
            autoComplete="off"
            onChange={(event) => onChange({ ...rule, value: event.target.value })}
          />
        </Blank>
      )}
    </div>
  );
}

type BlankProps = { field: ReturnType<typeof useField>; className: string; children: ReactNode };

function Blank({ field, className, children }: BlankProps) {
  return (
    <div className={cn("grid gap-1.5", className)}>
      {children}
      <FieldNotes field={field} />
    </div>
  );
}

/** With more recipients, they’re added one by one, so that a rule doesn't repeat the whole list. */
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

/**
 * Renders the confirmed recipients, and selected ones that aren’t confirmed, so that they can be
 * deselected.
 */
export function RuleRecipients({ rule, recipients, onChange }: RuleRecipientsProps) {
  const field = useField("recipientIds", "recipientIds", false);
  const selected = new Set(rule.recipientIds);
  const offered = recipients.filter(({ id, status }) => status === "verified" || selected.has(id));
  const set = (id: string, isSelected: boolean) => {
    const others = rule.recipientIds.filter((one) => one !== id);
    onChange({ ...rule, recipientIds: isSelected ? [...others, id] : others });
  };
  const Choice = offered.length > MAX_BOXES ? Picker : Boxes;
  return (
    <fieldset aria-describedby={field.control["aria-describedby"]}>
      <legend className="mb-2 font-medium">notify</legend>
      {offered.length === 0 ? (
        <p className="text-muted-foreground">No confirmed recipients yet.</p>
      ) : (
        <Choice offered={offered} selected={selected} set={set} />
      )}
      <div className="mt-1.5 empty:hidden">
        <FieldNotes field={field} />
      </div>
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
