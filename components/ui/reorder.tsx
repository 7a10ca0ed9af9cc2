"use client";

import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import type { KeyboardEvent } from "react";
import { IconButton } from "#components/ui/button";
import type { Reorder } from "#components/ui/use-reorder.ts";

type HandleProps = {
  id: string;
  /** The row for screen readers: rule 2 “Sales”. */
  name: string;
  reorder: Reorder;
};

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** Moves a row by dragging or arrow keys. The page explains the keys in an element `reorder-keys`. */
export function ReorderHandle({ id, name, reorder }: HandleProps) {
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
export function StepButtons({ id, name, place, count, reorder }: StepButtonsProps) {
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
