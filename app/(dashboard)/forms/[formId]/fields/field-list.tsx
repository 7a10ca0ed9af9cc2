"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { Badge } from "#components/ui/badge";
import { lazyWithFallback, NotLoaded, Unreachable } from "#components/ui/lazy";
import { Menu } from "#components/ui/menu";
import { Notice } from "#components/ui/notice";
import type { FieldType } from "#lib/fields/types";
import { EditableList, focusSoon } from "../list-editor/editable-list";
import { type DraftField, MAX_FIELDS } from "./draft";
import { FieldForm } from "./field-form";
import { KINDS } from "./kinds";
import type { FormHere } from "./moved-form";
import { type Pasted, type Start, StartingPoints } from "./starting-points";
import { ADD_FIELD, type FieldsDraft } from "./use-fields-draft";

const AddFieldItems = lazyWithFallback(() => import("./add-field-items"), Unreachable);

const MovedForm = lazyWithFallback(() => import("./moved-form"), NotLoaded, { isRare: true });

type FieldListProps = {
  formId: string;
  here: FormHere;
  acceptsFiles: boolean;
  state: FieldsDraft;
};

const focusFirst = (selector: string) =>
  focusSoon(() => document.querySelector<HTMLElement>(selector));

/** The fields in their order, or what to start from. */
export function FieldList({ formId, here, acceptsFiles, state }: FieldListProps) {
  const { honeypot } = here;
  const { fields } = state.content;
  const [note, setNote] = useState("");
  const [pasted, setPasted] = useState<Pasted | null>(null);

  const start: Start = (given, words, rest, from) => {
    state.start(given, rest);
    setNote(words);
    setPasted(from ?? null);
    focusFirst("[data-row] [aria-expanded]");
  };

  const add = (type: FieldType) => focusFirst(`[data-row="${state.add(type)}"] [name="label"]`);
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
      <EditableList
        noun="Field"
        label="Fields, in the order shown"
        rows={fields}
        max={MAX_FIELDS}
        editor={state}
        change={state.changeFields}
        nameOf={({ label }) => label}
        summary={(field) => <FieldSummary field={field} />}
        form={(field, _, onChange) => (
          <FieldForm
            field={field}
            takenNames={[
              honeypot,
              ...fields.filter((one) => one !== field).map(({ name }) => name),
            ]}
            acceptsFiles={acceptsFiles}
            onChange={onChange}
          />
        )}
        addButton={addField}
        addSelector={ADD_FIELD}
        toggleClassName="basis-40 py-1"
      />
      {pasted ? <MovedForm formId={formId} here={here} {...pasted} /> : null}
    </div>
  );
}

function FieldSummary({ field: { type, label, name, required } }: { field: DraftField }) {
  const { label: kind, Icon } = KINDS[type];
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <span className="grid min-w-0 flex-1">
        <span aria-hidden className="truncate font-medium">
          {label.trim() === "" ? (
            <span className="text-muted-foreground">No label yet</span>
          ) : (
            <bdi>{label}</bdi>
          )}
        </span>
        <span className="truncate text-xs text-muted-foreground">
          {kind}
          {name === "" ? null : (
            <>
              {" · "}
              <bdi className="font-mono">{name}</bdi>
            </>
          )}
        </span>
      </span>
      {required ? <Badge>Required</Badge> : null}
    </>
  );
}
