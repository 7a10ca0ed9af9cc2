"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cn } from "#components/ui/cn";
import { Checkbox, fieldClasses, Label } from "#components/ui/input";
import type { Recipient } from "#lib/recipients/schema";
import type { RoutingRule } from "#lib/routing/schema";

export type ControlProps = {
  id: string;
  className: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};

type RuleFieldProps = {
  label: string;
  error: string | undefined;
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

/** Connects a control to its label and error. */
export function RuleField({ label, error, className, children }: RuleFieldProps) {
  const id = useId();
  return (
    <div className={cn("grid content-start gap-1.5", className)}>
      <Label htmlFor={id}>{label}</Label>
      {children({
        id,
        className: cn(fieldClasses, "h-9 px-3"),
        "aria-invalid": error ? true : undefined,
        "aria-describedby": error ? `${id}-error` : undefined,
      })}
      {error ? (
        <p id={`${id}-error`} className="text-sm text-destructive">
          {error}
        </p>
      ) : null}
    </div>
  );
}

const OPERATORS: readonly { value: RoutingRule["operator"]; label: string }[] = [
  { value: "equals", label: "is" },
  { value: "contains", label: "contains" },
  { value: "present", label: "is filled in" },
];

type RuleConditionProps = {
  rule: RoutingRule;
  errors: Readonly<Record<string, string>>;
  fieldNamesId: string;
  onChange: (rule: RoutingRule) => void;
};

function toOperator(value: string): RoutingRule["operator"] {
  return OPERATORS.find((operator) => operator.value === value)?.value ?? "equals";
}

/** The value is hidden for operators that don’t use one. */
export function RuleCondition({ rule, errors, fieldNamesId, onChange }: RuleConditionProps) {
  return (
    <div className="grid grid-cols-[8.5rem_1fr] gap-3 sm:grid-cols-[1fr_9rem_1fr]">
      <RuleField label="When the field" error={errors.field} className="max-sm:col-span-2">
        {(control) => (
          <input
            {...control}
            value={rule.field}
            list={fieldNamesId}
            placeholder="topic"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => onChange({ ...rule, field: event.target.value })}
          />
        )}
      </RuleField>
      <RuleField label="Condition" error={errors.operator}>
        {(control) => (
          <span className="relative">
            <select
              {...control}
              className={cn(control.className, "appearance-none py-0 pr-9")}
              value={rule.operator}
              onChange={(event) => onChange({ ...rule, operator: toOperator(event.target.value) })}
            >
              {OPERATORS.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <ChevronDown
              aria-hidden
              className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted-foreground"
            />
          </span>
        )}
      </RuleField>
      {rule.operator === "present" ? null : (
        <RuleField label="Value" error={errors.value}>
          {(control) => (
            <input
              {...control}
              value={rule.value ?? ""}
              placeholder="sales"
              autoComplete="off"
              onChange={(event) => onChange({ ...rule, value: event.target.value })}
            />
          )}
        </RuleField>
      )}
    </div>
  );
}

type RuleRecipientsProps = {
  id: string;
  chosenIds: readonly string[];
  recipients: readonly Recipient[];
  error: string | undefined;
  onChange: (recipientIds: string[]) => void;
};

/** Verified recipients, and selected ones that are no longer verified, to deselect. */
export function RuleRecipients({
  id,
  chosenIds,
  recipients,
  error,
  onChange,
}: RuleRecipientsProps) {
  const offered = recipients.filter(
    (recipient) => recipient.status === "verified" || chosenIds.includes(recipient.id),
  );
  return (
    <fieldset aria-describedby={error ? `${id}-recipients-error` : undefined}>
      <legend className="font-medium">Notify</legend>
      <div className="mt-2 flex flex-wrap gap-x-6 gap-y-2.5">
        {offered.map(({ id: recipientId, email, status }) => (
          <span key={recipientId} className="flex max-w-full items-start gap-2.5">
            <span className="flex h-5 items-center">
              <Checkbox
                id={`${id}-${recipientId}`}
                checked={chosenIds.includes(recipientId)}
                aria-invalid={error ? true : undefined}
                onChange={(event) =>
                  onChange(
                    event.target.checked
                      ? [...chosenIds, recipientId]
                      : chosenIds.filter((one) => one !== recipientId),
                  )
                }
              />
            </span>
            <Label htmlFor={`${id}-${recipientId}`} className="min-w-0 font-normal break-all">
              {email}
              {status === "pending" ? <span className="text-warning"> (not verified)</span> : null}
            </Label>
          </span>
        ))}
        {offered.length === 0 ? (
          <p className="text-muted-foreground">No verified recipients yet.</p>
        ) : null}
      </div>
      {error ? (
        <p id={`${id}-recipients-error`} className="mt-1.5 text-sm text-destructive">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
