"use client";

import { type ReactNode, useState } from "react";
import { toast } from "#components/ui/toast.ts";
import { useReorder } from "#components/ui/use-reorder.ts";
import { ListRow } from "./list-row";
import { type RowErrors, titleOfRow } from "./use-list-editor";

/** Selects the button that adds a row. */
export const ADD_ROW = "[data-add-row] button";

/** Once the next frame has drawn it. */
export function focusSoon(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => find()?.focus());
}

export function moveRow<R extends { id: string }>(rows: readonly R[], id: string, to: number) {
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
  editor: {
    openIds: readonly string[];
    errors: RowErrors;
    toggle: (id: string) => void;
  };
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
  /** False to show the buttons for moving on phones only in open rows. */
  alwaysMoves?: boolean;
  /** Shown between the list and its button. */
  children?: ReactNode;
};

/** Rows that are edited in place, moved by dragging or keys, and removed with Undo. */
export function EditableList<R extends { id: string }>(props: EditableListProps<R>) {
  const { noun, rows, change, editor, nameOf } = props;
  const [said, setSaid] = useState("");
  const unit = noun.toLowerCase();
  const reorder = useReorder(
    rows.map(({ id }) => id),
    (id, to) => {
      change((latest) => moveRow(latest, id, to));
      setSaid(`Now ${unit} ${to + 1} of ${rows.length}`);
    },
  );

  function remove(row: R): void {
    const place = rows.indexOf(row);
    change((latest) => latest.filter(({ id }) => id !== row.id));
    focusSoon(() => document.querySelector<HTMLElement>(ADD_ROW));
    const name = nameOf(row).trim();
    toast(name === "" ? `${noun} removed.` : `Removed “${name}”.`, {
      label: "Undo",
      run: () => change((latest) => latest.toSpliced(place, 0, row)),
    });
  }

  return (
    <>
      <p id="reorder-keys" className="sr-only">
        Press the up or down arrow key to move the {unit}.
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol ref={reorder.list} className="grid gap-2" aria-label={props.label}>
        {rows.map((row, place) => {
          const isOpen = editor.openIds.includes(row.id);
          const title = titleOfRow(unit, nameOf(row), place);
          const onChange = (changed: R) =>
            change((latest) => latest.map((one) => (one.id === row.id ? changed : one)));
          return (
            <ListRow
              key={row.id}
              id={row.id}
              title={title}
              reorder={reorder}
              place={place}
              count={rows.length}
              errors={editor.errors[row.id] ?? {}}
              summary={props.summary(row, place, isOpen)}
              toggleClassName={props.toggleClassName}
              alwaysMoves={props.alwaysMoves ?? false}
              onToggle={() => editor.toggle(row.id)}
              onRemove={() => remove(row)}
            >
              {isOpen ? props.form(row, place, onChange) : null}
            </ListRow>
          );
        })}
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
