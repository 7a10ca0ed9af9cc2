"use client";

import {
  ArrowDown,
  ArrowUp,
  ChevronUp,
  GripVertical,
  MoreHorizontal,
  Pencil,
  Trash2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { FieldErrors } from "#components/form/action-form";
import { cn } from "#components/ui/cn.ts";
import { lazyWithFallback, Unreachable } from "#components/ui/lazy";
import { Menu } from "#components/ui/menu";
import { toast } from "#components/ui/toast.ts";
import { type Reorder, useReorder } from "#components/ui/use-reorder.ts";
import { type ListEditor, titleOfRow } from "./use-list-editor";

const MenuItems = lazyWithFallback(() => import("#components/ui/menu-items"), Unreachable);

/** Selects the button that adds a row. */
export const ADD_ROW = "[data-add-row] button";

/** Once the next frame has drawn it. */
export function focusSoon(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => find()?.focus());
}

function moveRow<R extends { id: string }>(rows: readonly R[], id: string, to: number) {
  const row = rows.find((one) => one.id === id);
  return row && to >= 0 && to < rows.length
    ? rows.filter((one) => one !== row).toSpliced(to, 0, row)
    : rows;
}

type EditableListProps<R> = {
  noun: "Field" | "Rule";
  label: string;
  rows: readonly R[];
  max: number;
  editor: Pick<ListEditor, "openIds" | "errors" | "toggle">;
  change: (update: (rows: readonly R[]) => readonly R[]) => void;
  /** May be blank. */
  nameOf: (row: R) => string;
  /** A row at a glance. */
  summary: (row: R, place: number, isOpen: boolean) => ReactNode;
  /** All of a row. */
  form: (row: R, place: number, onChange: (row: R) => void) => ReactNode;
  /** The button that adds a row, within `[data-add-row]`. */
  addButton: ReactNode;
  toggleClassName: string;
  /** Shown between the list and its button. */
  children?: ReactNode;
};

/** Rows that are edited in place, moved by dragging or keys, and removed with Undo. */
export function EditableList<R extends { id: string }>(props: EditableListProps<R>) {
  const { rows, change } = props;
  const [said, setSaid] = useState("");
  const unit = props.noun.toLowerCase();
  const reorder = useReorder(
    rows.map(({ id }) => id),
    (id, to) => {
      change((latest) => moveRow(latest, id, to));
      setSaid(`Now ${unit} ${to + 1} of ${rows.length}`);
    },
  );
  return (
    <>
      <p id="reorder-keys" className="sr-only">
        Press the up or down arrow key to move the {unit}.
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol ref={reorder.list} className="grid gap-2" aria-label={props.label}>
        {rows.map((row, place) => (
          <Row key={row.id} list={props} row={row} place={place} reorder={reorder} />
        ))}
      </ol>
      {props.children}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {props.addButton}
        <p className="text-muted-foreground">
          {rows.length} of {props.max} {unit}s
        </p>
      </div>
    </>
  );
}

type RowProps<R> = { list: EditableListProps<R>; row: R; place: number; reorder: Reorder };

const STEPS = [
  { label: "Move up", key: "ArrowUp", by: -1, Icon: ArrowUp },
  { label: "Move down", key: "ArrowDown", by: 1, Icon: ArrowDown },
] as const;

function Row<R extends { id: string }>({ list, row, place, reorder }: RowProps<R>) {
  const { noun, rows, change, editor } = list;
  const { id } = row;
  const name = list.nameOf(row).trim();
  const title = titleOfRow(noun.toLowerCase(), name, place);
  const isOpen = editor.openIds.includes(id);
  const ToggleIcon = isOpen ? ChevronUp : Pencil;

  function remove(): void {
    change((latest) => latest.filter((one) => one.id !== id));
    focusSoon(() => document.querySelector<HTMLElement>(ADD_ROW));
    toast(name === "" ? `${noun} removed.` : `Removed “${name}”.`, {
      label: "Undo",
      run: () => change((latest) => latest.toSpliced(place, 0, row)),
    });
  }

  const moves = STEPS.filter(({ by }) => place + by >= 0 && place + by < rows.length).map(
    ({ by, ...item }) => ({ ...item, run: () => reorder.step(id, by, "menu") }),
  );
  const removal = { label: "Remove", Icon: Trash2, run: remove };

  return (
    <li
      data-row={id}
      className={cn(
        "min-w-0 rounded-md border bg-card shadow-card transition-shadow duration-150",
        reorder.draggedId === id && "relative z-10 shadow-pop outline-2 outline-ring",
      )}
    >
      <div className="flex items-center gap-1 p-1.5">
        {rows.length > 1 ? <Handle id={id} title={title} reorder={reorder} /> : null}
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => editor.toggle(id)}
          className={cn(
            "group flex min-w-0 flex-1 items-center gap-3 rounded-md px-2 text-left transition-colors duration-150 hover:bg-accent",
            list.toggleClassName,
          )}
        >
          <span className="sr-only">Edit {title}: </span>
          {list.summary(row, place, isOpen)}
          <ToggleIcon
            aria-hidden
            className="ml-auto size-4 shrink-0 text-muted-foreground group-hover:text-foreground"
          />
        </button>
        <span data-move="menu" className="ml-auto shrink-0">
          <Menu label={`More for ${title}`} icon={<MoreHorizontal aria-hidden />}>
            {(menu) => <MenuItems {...menu} groups={[moves, [removal]]} />}
          </Menu>
        </span>
      </div>
      {isOpen ? (
        <FieldErrors errors={editor.errors[id] ?? {}}>
          <div className="grid min-w-0 gap-5 border-t p-4 sm:px-6 sm:py-5">
            {list.form(row, place, (changed) =>
              change((latest) => latest.map((one) => (one.id === id ? changed : one))),
            )}
          </div>
        </FieldErrors>
      ) : null}
    </li>
  );
}

type HandleProps = { id: string; title: string; reorder: Reorder };

/** Moves a row by dragging or arrow keys. The list explains the keys in an element `reorder-keys`. */
function Handle({ id, title, reorder }: HandleProps) {
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
