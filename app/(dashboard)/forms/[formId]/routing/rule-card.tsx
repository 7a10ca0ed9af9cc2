"use client";

import { ChevronDown, ChevronUp, GripVertical, Trash2 } from "lucide-react";
import type { KeyboardEvent } from "react";
import { FieldErrors } from "#components/form/action-form";
import { TextField } from "#components/form/fields";
import { Button } from "#components/ui/button";
import { cn } from "#components/ui/cn";
import type { Recipient } from "#lib/recipients/schema";
import type { RoutingRule } from "#lib/routing/schema";
import { nameOfRule } from "./describe-routing";
import { RuleCondition, RuleRecipients } from "./rule-fields";
import type { MoveControl, Reorder } from "./use-reorder";

type RuleCardProps = {
  rule: RoutingRule;
  place: number;
  count: number;
  errors: Readonly<Record<string, string>>;
  recipients: readonly Recipient[];
  fieldNamesId: string;
  reorder: Reorder;
  onChange: (rule: RoutingRule) => void;
  onRemove: () => void;
};

const STEP_BUTTONS = [
  { move: "up", by: -1, Icon: ChevronUp },
  { move: "down", by: 1, Icon: ChevronDown },
] as const;
const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

export function RuleCard(props: RuleCardProps) {
  const { rule, place, errors, recipients, fieldNamesId, reorder, onChange } = props;
  return (
    <li
      data-row={rule.id}
      className={cn(
        "grid grid-cols-[auto_1fr] rounded-md border bg-card shadow-card transition-shadow duration-150",
        reorder.draggedId === rule.id && "relative z-10 shadow-pop outline-2 outline-ring",
      )}
    >
      <Rail {...props} />
      <FieldErrors errors={errors}>
        <div className="grid min-w-0 gap-5 py-4 pr-4 sm:pr-6">
          <div className="flex items-start gap-1">
            <TextField
              name="name"
              label={`Rule ${place} name`}
              className="min-w-0 flex-1"
              value={rule.name}
              maxLength={120}
              placeholder="Sales"
              autoComplete="off"
              onChange={(event) => onChange({ ...rule, name: event.target.value })}
            />
            <Button variant="dangerGhost" size="icon" className="mt-6.5" onClick={props.onRemove}>
              <Trash2 aria-hidden />
              <span className="sr-only">Remove {nameOfRule(rule, place - 1)}</span>
            </Button>
          </div>
          <RuleCondition rule={rule} fieldNamesId={fieldNamesId} onChange={onChange} />
          <RuleRecipients rule={rule} recipients={recipients} onChange={onChange} />
        </div>
      </FieldErrors>
    </li>
  );
}

/** Moves the rule: by dragging, arrow keys, or buttons. */
function Rail({ rule, place, count, reorder }: RuleCardProps) {
  const name = nameOfRule(rule, place - 1);
  const step = (by: -1 | 1, control: MoveControl) => reorder.step(rule.id, by, control);
  function onKeyDown(event: KeyboardEvent): void {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by, "handle");
  }
  return (
    <div className="flex flex-col items-center gap-0.5 px-1 pt-10 pb-2 sm:px-2">
      <button
        type="button"
        data-move="handle"
        aria-describedby="reorder-keys"
        title="Drag to reorder, or press the arrow keys"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => reorder.startDrag(rule.id, event)}
        className="flex size-8 cursor-grab touch-none items-center justify-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground active:cursor-grabbing"
      >
        <GripVertical aria-hidden className="size-4" />
        <span className="sr-only">Move {name}</span>
      </button>
      {STEP_BUTTONS.map(({ move, by, Icon }) => (
        <Button
          key={move}
          variant="ghost"
          size="iconSm"
          data-move={move}
          aria-disabled={place + by < 1 || place + by > count || undefined}
          className="aria-disabled:cursor-default aria-disabled:opacity-30"
          onClick={() => step(by, move)}
        >
          <Icon aria-hidden />
          <span className="sr-only">
            Move {move} {name}
          </span>
        </Button>
      ))}
    </div>
  );
}
