"use client";

import { ChevronUp, Pencil } from "lucide-react";
import { ReorderRow } from "#components/ui/reorder";
import type { Reorder } from "#components/ui/use-reorder.ts";
import type { Recipient } from "#lib/recipients/schema";
import type { RoutingRule } from "#lib/routing/schema";
import { nameOfRule } from "./describe-routing";
import { RuleCondition, RuleName } from "./rule-fields";
import { RuleRecipients } from "./rule-recipients";
import { RuleSentence } from "./rule-sentence";

type RuleRowProps = {
  rule: RoutingRule;
  place: number;
  count: number;
  isOpen: boolean;
  errors: Readonly<Record<string, string>>;
  recipients: readonly Recipient[];
  fieldNamesId: string;
  reorder: Reorder;
  onToggle: () => void;
  onChange: (rule: RoutingRule) => void;
  onRemove: () => void;
};

/** A rule as a sentence, or as the fields that make it up. */
export function RuleRow(props: RuleRowProps) {
  const { rule, place, count, isOpen, errors, recipients, reorder, onChange } = props;
  return (
    <ReorderRow
      id={rule.id}
      name={nameOfRule(rule, place - 1)}
      reorder={reorder}
      place={place}
      count={count}
      errors={errors}
      toggle={<RuleToggle {...props} />}
      onRemove={props.onRemove}
    >
      {isOpen ? (
        <>
          <RuleCondition rule={rule} fieldNamesId={props.fieldNamesId} onChange={onChange} />
          <RuleRecipients rule={rule} recipients={recipients} onChange={onChange} />
          <RuleName rule={rule} place={place} onChange={onChange} />
        </>
      ) : null}
    </ReorderRow>
  );
}

function RuleToggle({ rule, place, isOpen, recipients, onToggle }: RuleRowProps) {
  const Icon = isOpen ? ChevronUp : Pencil;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="group flex min-w-0 flex-1 basis-56 items-center gap-3 rounded-md px-2 py-1.5 text-left transition-colors duration-150 hover:bg-accent"
    >
      <span className="sr-only">Edit {nameOfRule(rule, place - 1)}: </span>
      {isOpen ? (
        <span aria-hidden className="font-medium">
          Rule {place}
        </span>
      ) : (
        <span className="grid min-w-0 gap-0.5">
          {rule.name.trim() === "" ? null : (
            <span aria-hidden className="truncate text-xs text-muted-foreground">
              {rule.name}
            </span>
          )}
          <RuleSentence rule={rule} recipients={recipients} />
        </span>
      )}
      <Icon
        aria-hidden
        className="ml-auto size-4 shrink-0 text-muted-foreground group-hover:text-foreground"
      />
    </button>
  );
}
