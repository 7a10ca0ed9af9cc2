"use client";

import { CheckboxField, SelectField, TextField, useField } from "#components/form/fields";
import type { Recipient } from "#lib/recipients/schema";
import type { RoutingRule } from "#lib/routing/schema";

const OPERATORS: readonly { value: RoutingRule["operator"]; label: string }[] = [
  { value: "equals", label: "is" },
  { value: "contains", label: "contains" },
  { value: "present", label: "is filled in" },
];

function toOperator(value: string): RoutingRule["operator"] {
  return OPERATORS.find((operator) => operator.value === value)?.value ?? "equals";
}

type RuleConditionProps = {
  rule: RoutingRule;
  fieldNamesId: string;
  onChange: (rule: RoutingRule) => void;
};

/** The value is hidden for operators that don’t use one. */
export function RuleCondition({ rule, fieldNamesId, onChange }: RuleConditionProps) {
  return (
    <div className="grid grid-cols-[8.5rem_1fr] gap-3 sm:grid-cols-[1fr_9rem_1fr]">
      <TextField
        name="field"
        label="When the field"
        className="max-sm:col-span-2"
        value={rule.field}
        list={fieldNamesId}
        placeholder="topic"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onChange({ ...rule, field: event.target.value })}
      />
      <SelectField
        name="operator"
        label="Condition"
        value={rule.operator}
        onChange={(event) => onChange({ ...rule, operator: toOperator(event.target.value) })}
      >
        {OPERATORS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {rule.operator === "present" ? null : (
        <TextField
          name="value"
          label="Value"
          value={rule.value ?? ""}
          placeholder="sales"
          autoComplete="off"
          onChange={(event) => onChange({ ...rule, value: event.target.value })}
        />
      )}
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
      <legend className="font-medium">Notify</legend>
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
