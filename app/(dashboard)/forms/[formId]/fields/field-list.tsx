"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { lazyWithFallback, NotLoaded, Unreachable } from "#components/ui/lazy";
import { Menu } from "#components/ui/menu";
import { Notice } from "#components/ui/notice";
import { toast } from "#components/ui/toast.ts";
import { useReorder } from "#components/ui/use-reorder.ts";
import type { FieldType } from "#lib/fields/types";
import { type DraftField, MAX_FIELDS, moveField } from "./draft";
import { FieldRow } from "./field-row";
import type { FormHere } from "./moved-form";
import { type Pasted, type Start, StartingPoints } from "./starting-points";
import type { FieldsDraft } from "./use-fields-draft";

const AddFieldItems = lazyWithFallback(() => import("./add-field-items"), Unreachable);

const MovedForm = lazyWithFallback(() => import("./moved-form"), NotLoaded, { isRare: true });

type FieldListProps = {
  formId: string;
  here: FormHere;
  acceptsFiles: boolean;
  state: FieldsDraft;
};

/** Once the next frame has drawn it. */
function focusSoon(selector: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());
}

const ADD_BUTTON = "[data-add-field] button";

/** The fields in their order, or what to start from. */
export function FieldList({ formId, here, acceptsFiles, state }: FieldListProps) {
  const { honeypot } = here;
  const { fields } = state.draft;
  const [said, setSaid] = useState("");
  const [note, setNote] = useState("");
  const [pasted, setPasted] = useState<Pasted | null>(null);
  const ids = fields.map(({ id }) => id);
  const changeFields = (update: (latest: readonly DraftField[]) => readonly DraftField[]) =>
    state.change((latest) => ({ ...latest, fields: update(latest.fields) }));
  const reorder = useReorder(ids, (id, to) => {
    changeFields((latest) => moveField(latest, id, to));
    setSaid(`Now field ${to + 1} of ${ids.length}`);
  });

  function add(type: FieldType): void {
    focusSoon(`[data-row="${state.add(type)}"] input[name="label"]`);
  }

  function remove(field: DraftField): void {
    const place = fields.indexOf(field);
    changeFields((latest) => latest.filter(({ id }) => id !== field.id));
    focusSoon(ADD_BUTTON);
    toast(field.label.trim() === "" ? "Field removed." : `Removed “${field.label}”.`, {
      label: "Undo",
      run: () => changeFields((latest) => latest.toSpliced(place, 0, field)),
    });
  }

  const start: Start = (given, words, rest, from) => {
    state.start(given, rest);
    setNote(words);
    setPasted(from ?? null);
    focusSoon("[data-row] [aria-expanded]");
  };

  const addField = (
    <div data-add-field>
      <Menu
        label="Add field"
        icon={<Plus aria-hidden />}
        isLabeled
        disabled={fields.length >= MAX_FIELDS}
      >
        {(menu) => <AddFieldItems {...menu} add={add} />}
      </Menu>
    </div>
  );
  if (fields.length === 0)
    return <StartingPoints formId={formId} honeypot={honeypot} start={start} addField={addField} />;
  return (
    <div className="grid min-w-0 gap-4">
      {note === "" ? null : <Notice role="status">{note}</Notice>}
      <p id="reorder-keys" className="sr-only">
        Press the up or down arrow key to move the field.
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol ref={reorder.list} className="grid gap-2" aria-label="Fields, in the order shown">
        {fields.map((field, place) => (
          <FieldRow
            key={field.id}
            field={field}
            place={place}
            count={fields.length}
            isOpen={state.openIds.includes(field.id)}
            errors={state.errors[field.id] ?? {}}
            takenNames={[
              honeypot,
              ...fields.filter((one) => one !== field).map(({ name }) => name),
            ]}
            acceptsFiles={acceptsFiles}
            reorder={reorder}
            onToggle={() => state.toggle(field.id)}
            onChange={(changed) =>
              changeFields((latest) => latest.map((one) => (one.id === field.id ? changed : one)))
            }
            onRemove={() => remove(field)}
          />
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {addField}
        <p className="text-muted-foreground">
          {fields.length} of {MAX_FIELDS} fields
        </p>
      </div>
      {pasted ? <MovedForm formId={formId} here={here} {...pasted} /> : null}
    </div>
  );
}
