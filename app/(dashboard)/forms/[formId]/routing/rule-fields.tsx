"use client";

import type { ReactNode } from "react";
import { TextField, useField } from "#components/form/fields";
import { cn } from "#components/ui/cn.ts";
import { Input, NativeSelect } from "#components/ui/input";
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
      hint="Optional. Shown on messages that match."
      value={rule.name}
      maxLength={120}
      placeholder={rule.field === "" ? undefined : defaultName(rule)}
      autoComplete="off"
      onChange={(event) => onChange({ ...rule, name: event.target.value })}
    />
  );
}
