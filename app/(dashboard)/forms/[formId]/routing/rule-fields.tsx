"use client";

import type { ReactNode } from "react";
import { CheckboxField, TextField, useField } from "#components/form/fields";
import { cn } from "#components/ui/cn.ts";
import { Input, NativeSelect } from "#components/ui/input";
import type { Recipient } from "#lib/recipients/schema";
import type { Condition, RoutingRule } from "#lib/routing/schema";
import { defaultName, OPERATOR_WORDS } from "./draft";

const OPERATORS: readonly RoutingRule["operator"][] = ["contains", "equals", "present"];

type RuleConditionProps<Rule extends Condition> = {
  rule: Rule;
  fieldNamesId: string;
  onChange: (rule: Rule) => void;
};

/** If [message] [contains] [sales]. The value is hidden for operators that don’t use one. */
export function RuleCondition<Rule extends Condition>({
  rule,
  fieldNamesId,
  onChange,
}: RuleConditionProps<Rule>) {
  const field = useField("field", "field", false);
  const operator = useField("operator", "operator", false);
  const value = useField("value", "value", false);
  return (
    <div className="flex flex-wrap items-start gap-2">
      <span aria-hidden className="flex h-9 items-center font-medium">
        If
      </span>
      <Blank field={field} className="flex-1 basis-32">
        <Input
          {...field.control}
          aria-label="If the field"
          value={rule.field}
          list={fieldNamesId}
          placeholder="message"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
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

/** A control within a sentence, with its error below. */
function Blank({ field: { error, errorId }, className, children }: BlankProps) {
  return (
    <div className={cn("grid gap-1.5", className)}>
      {children}
      {error ? (
        <p id={errorId} className="text-sm text-destructive">
          {error}
        </p>
      ) : null}
    </div>
  );
}

type RuleRecipientsProps = {
  rule: RoutingRule;
  recipients: readonly Recipient[];
  onChange: (rule: RoutingRule) => void;
};

/** Confirmed recipients, and selected ones that aren’t confirmed, to deselect. */
export function RuleRecipients({ rule, recipients, onChange }: RuleRecipientsProps) {
  const { error, errorId, control } = useField("recipientIds", "recipientIds", false);
  const selected = new Set(rule.recipientIds);
  const offered = recipients.filter(({ id, status }) => status === "verified" || selected.has(id));
  return (
    <fieldset aria-describedby={control["aria-describedby"]}>
      <legend className="font-medium">notify</legend>
      <div className="mt-2 flex flex-wrap gap-x-6 gap-y-2.5">
        {offered.map(({ id, email, status }) => (
          <CheckboxField
            key={id}
            name="recipientIds"
            label={
              <span className="break-all">
                {email}
                {status === "pending" ? (
                  <span className="text-warning"> (not confirmed)</span>
                ) : null}
              </span>
            }
            checked={selected.has(id)}
            onChange={(event) => {
              const others = rule.recipientIds.filter((one) => one !== id);
              onChange({ ...rule, recipientIds: event.target.checked ? [...others, id] : others });
            }}
          />
        ))}
        {offered.length === 0 ? (
          <p className="text-muted-foreground">No confirmed recipients yet.</p>
        ) : null}
      </div>
      {error ? (
        <p id={errorId} className="mt-1.5 text-sm text-destructive">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

type RuleNameProps = {
  rule: RoutingRule;
  place: number;
  onChange: (rule: RoutingRule) => void;
};

export function RuleName({ rule, place, onChange }: RuleNameProps) {
  return (
    <TextField
      name="name"
      label={`Rule ${place} name`}
      hint="Optional. Messages say which rule matched."
      value={rule.name}
      maxLength={120}
      placeholder={rule.field === "" ? undefined : defaultName(rule)}
      autoComplete="off"
      onChange={(event) => onChange({ ...rule, name: event.target.value })}
    />
  );
}
