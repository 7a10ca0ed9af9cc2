"use client";

import { ArrowDown, ArrowUp, ChevronUp, GripVertical, Pencil, Trash2 } from "lucide-react";
import type { KeyboardEvent } from "react";
import { FieldErrors } from "#components/form/action-form";
import { IconButton } from "#components/ui/button";
import { cn } from "#components/ui/cn.ts";
import type { Recipient } from "#lib/recipients/schema";
import type { RoutingRule } from "#lib/routing/schema";
import { nameOfRule } from "./describe-routing";
import { RuleCondition, RuleName } from "./rule-fields";
import { RuleRecipients } from "./rule-recipients";
import { RuleSentence } from "./rule-sentence";
import type { Reorder } from "./use-reorder";

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
    <li
      data-row={rule.id}
      className={cn(
        "min-w-0 rounded-md border bg-card shadow-card transition-shadow duration-150",
        reorder.draggedId === rule.id && "relative z-10 shadow-pop outline-2 outline-ring",
      )}
    >
      <div className="flex flex-wrap items-center gap-1 p-1.5 sm:flex-nowrap">
        {count > 1 ? <Handle {...props} /> : null}
        <RuleToggle {...props} />
        <div className="ml-auto flex shrink-0 gap-1">
          {count > 1 ? <StepButtons {...props} /> : null}
          <IconButton
            icon={<Trash2 aria-hidden />}
            label={`Remove ${nameOfRule(rule, place - 1)}`}
            variant="dangerGhost"
            onClick={props.onRemove}
          />
        </div>
      </div>
      {isOpen ? (
        <FieldErrors errors={errors}>
          <div className="grid min-w-0 gap-5 border-t p-4 sm:px-6 sm:py-5">
            <RuleCondition rule={rule} fieldNamesId={props.fieldNamesId} onChange={onChange} />
            <RuleRecipients rule={rule} recipients={recipients} onChange={onChange} />
            <RuleName rule={rule} place={place} onChange={onChange} />
          </div>
        </FieldErrors>
      ) : null}
    </li>
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

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** Moves the rule by dragging or arrow keys. */
function Handle({ rule, place, reorder }: RuleRowProps) {
  function onKeyDown(event: KeyboardEvent): void {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    reorder.step(rule.id, by, "handle");
  }
  return (
    <button
      type="button"
      data-move="handle"
      aria-describedby="reorder-keys"
      title="Drag to reorder, or press the arrow keys"
      onKeyDown={onKeyDown}
      onPointerDown={(event) => reorder.startDrag(rule.id, event)}
      className="flex size-8 shrink-0 cursor-grab touch-none items-center justify-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground active:cursor-grabbing"
    >
      <GripVertical aria-hidden className="size-4" />
      <span className="sr-only">Move {nameOfRule(rule, place - 1)}</span>
    </button>
  );
}

const STEP_BUTTONS = [
  { move: "up", by: -1, Icon: ArrowUp },
  { move: "down", by: 1, Icon: ArrowDown },
] as const;

function StepButtons({ rule, place, count, reorder }: RuleRowProps) {
  return STEP_BUTTONS.map(({ move, by, Icon }) => (
    <IconButton
      key={move}
      icon={<Icon aria-hidden />}
      label={`Move ${move} ${nameOfRule(rule, place - 1)}`}
      data-move={move}
      aria-disabled={place + by < 1 || place + by > count || undefined}
      className="text-muted-foreground aria-disabled:cursor-default aria-disabled:opacity-30"
      onClick={() => reorder.step(rule.id, by, move)}
    />
  ));
}
