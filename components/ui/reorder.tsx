"use client";

import { ArrowDown, ArrowUp, GripVertical, Trash2 } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { FieldErrors } from "#components/form/action-form";
import { IconButton } from "#components/ui/button";
import { cn } from "#components/ui/cn.ts";
import type { Reorder } from "#components/ui/use-reorder.ts";

type HandleProps = {
  id: string;
  /** The row for screen readers: rule 2 “Sales”. */
  name: string;
  reorder: Reorder;
};

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** Moves a row by dragging or arrow keys. The page explains the keys in an element `reorder-keys`. */
function ReorderHandle({ id, name, reorder }: HandleProps) {
  function onKeyDown(event: KeyboardEvent): void {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    reorder.step(id, by, "handle");
  }
  return (
    <button
      type="button"
      data-move="handle"
      aria-describedby="reorder-keys"
      title="Drag to reorder, or press the arrow keys"
      onKeyDown={onKeyDown}
      onPointerDown={(event) => reorder.startDrag(id, event)}
      className="flex size-8 shrink-0 cursor-grab touch-none items-center justify-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground active:cursor-grabbing"
    >
      <GripVertical aria-hidden className="size-4" />
      <span className="sr-only">Move {name}</span>
    </button>
  );
}

const STEP_BUTTONS = [
  { move: "up", by: -1, Icon: ArrowUp },
  { move: "down", by: 1, Icon: ArrowDown },
] as const;

type StepButtonsProps = HandleProps & {
  /** The position of the row, from 1. */
  place: number;
  count: number;
};

/** Buttons that move a row one position up or down. */
function StepButtons({ id, name, place, count, reorder }: StepButtonsProps) {
  return STEP_BUTTONS.map(({ move, by, Icon }) => (
    <IconButton
      key={move}
      icon={<Icon aria-hidden />}
      label={`Move ${move} ${name}`}
      data-move={move}
      aria-disabled={place + by < 1 || place + by > count || undefined}
      className="text-muted-foreground aria-disabled:cursor-default aria-disabled:opacity-30"
      onClick={() => reorder.step(id, by, move)}
    />
  ));
}

type ReorderRowProps = StepButtonsProps & {
  toggle: ReactNode;
  /** The open row's fields; null while it's closed. */
  children: ReactNode;
  errors: Readonly<Record<string, string>>;
  stepsClassName?: string | undefined;
  onRemove: () => void;
};

/** A row of a list in which rows are edited, moved, and removed. */
export function ReorderRow(props: ReorderRowProps) {
  const { toggle, children, errors, stepsClassName, onRemove, ...moved } = props;
  const { id, name, count, reorder } = moved;
  return (
    <li
      data-row={id}
      className={cn(
        "min-w-0 rounded-md border bg-card shadow-card transition-shadow duration-150",
        reorder.draggedId === id && "relative z-10 shadow-pop outline-2 outline-ring",
      )}
    >
      <div className="flex flex-wrap items-center gap-1 p-1.5 sm:flex-nowrap">
        {count > 1 ? <ReorderHandle id={id} name={name} reorder={reorder} /> : null}
        {toggle}
        <div className="ml-auto flex shrink-0 gap-1">
          {count > 1 ? (
            <span className={cn("flex gap-1", stepsClassName)}>
              <StepButtons {...moved} />
            </span>
          ) : null}
          <IconButton
            icon={<Trash2 aria-hidden />}
            label={`Remove ${name}`}
            variant="dangerGhost"
            onClick={onRemove}
          />
        </div>
      </div>
      {children === null ? null : (
        <FieldErrors errors={errors}>
          <div className="grid min-w-0 gap-5 border-t p-4 sm:px-6 sm:py-5">{children}</div>
        </FieldErrors>
      )}
    </li>
  );
}
