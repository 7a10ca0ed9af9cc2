"use client";

import { ChevronDown } from "lucide-react";
import { cn } from "#components/ui/cn";
import type { RoutingRule } from "#lib/routing/schema";
import { RuleField } from "./rule-field";

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

/** "When the field … contains …": a value is asked for only where one counts. */
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
