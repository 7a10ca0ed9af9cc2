"use client";

import { ArrowDown, ArrowUp, ChevronUp, GripVertical, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { FieldErrors } from "#components/form/action-form";
import { IconButton } from "#components/ui/button";
import { cn } from "#components/ui/cn.ts";
import type { Reorder } from "#components/ui/use-reorder.ts";

type MovedProps = {
  id: string;
  /** The row for screen readers: rule 2 “Sales”. */
  title: string;
  reorder: Reorder;
};

type ListRowProps = MovedProps & {
  /** From 0. */
  place: number;
  /** Of all rows. */
  count: number;
  /** The row at a glance. */
  summary: ReactNode;
  toggleClassName: string;
  /** The open row's fields; null while it's closed. */
  children: ReactNode;
  errors: Readonly<Record<string, string>>;
  /** False to show the buttons for moving on phones only while it's open. */
  alwaysMoves: boolean;
  onToggle: () => void;
  onRemove: () => void;
};

const STEPS = [
  { move: "up", key: "ArrowUp", by: -1, Icon: ArrowUp },
  { move: "down", key: "ArrowDown", by: 1, Icon: ArrowDown },
] as const;

/** A row of a list in which rows are edited, moved, and removed. */
export function ListRow(props: ListRowProps) {
  const { id, title, reorder, place, count, children } = props;
  const isOpen = children !== null;
  const ToggleIcon = isOpen ? ChevronUp : Pencil;
  return (
    <li
      data-row={id}
      className={cn(
        "min-w-0 rounded-md border bg-card shadow-card transition-shadow duration-150",
        reorder.draggedId === id && "relative z-10 shadow-pop outline-2 outline-ring",
      )}
    >
      <div className="flex flex-wrap items-center gap-1 p-1.5 sm:flex-nowrap">
        {count > 1 ? <Handle id={id} title={title} reorder={reorder} /> : null}
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={props.onToggle}
          className={cn(
            "group flex min-w-0 flex-1 items-center gap-3 rounded-md px-2 text-left transition-colors duration-150 hover:bg-accent",
            props.toggleClassName,
          )}
        >
          <span className="sr-only">Edit {title}: </span>
          {props.summary}
          <ToggleIcon
            aria-hidden
            className="ml-auto size-4 shrink-0 text-muted-foreground group-hover:text-foreground"
          />
        </button>
        <div className="ml-auto flex shrink-0 gap-1">
          {count > 1 ? (
            <span className={cn("flex gap-1", !props.alwaysMoves && !isOpen && "max-sm:hidden")}>
              {STEPS.map(({ move, by, Icon }) => (
                <IconButton
                  key={move}
                  icon={<Icon aria-hidden />}
                  label={`Move ${move} ${title}`}
                  data-move={move}
                  aria-disabled={place + by < 0 || place + by >= count || undefined}
                  className="text-muted-foreground aria-disabled:cursor-default aria-disabled:opacity-30"
                  onClick={() => reorder.step(id, by, move)}
                />
              ))}
            </span>
          ) : null}
          <IconButton
            icon={<Trash2 aria-hidden />}
            label={`Remove ${title}`}
            variant="dangerGhost"
            onClick={props.onRemove}
          />
        </div>
      </div>
      {isOpen ? (
        <FieldErrors errors={props.errors}>
          <div className="grid min-w-0 gap-5 border-t p-4 sm:px-6 sm:py-5">{children}</div>
        </FieldErrors>
      ) : null}
    </li>
  );
}

/** Moves a row by dragging or arrow keys. The list explains the keys in an element `reorder-keys`. */
function Handle({ id, title, reorder }: MovedProps) {
  return (
    <button
      type="button"
      data-move="handle"
      aria-describedby="reorder-keys"
      title="Drag to reorder, or press the arrow keys"
      onKeyDown={(event) => {
        const step = STEPS.find(({ key }) => key === event.key);
        if (!step) return;
        event.preventDefault();
        reorder.step(id, step.by, "handle");
      }}
      onPointerDown={(event) => reorder.startDrag(id, event)}
      className="flex size-8 shrink-0 cursor-grab touch-none items-center justify-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground active:cursor-grabbing"
    >
      <GripVertical aria-hidden className="size-4" />
      <span className="sr-only">Move {title}</span>
    </button>
  );
}
