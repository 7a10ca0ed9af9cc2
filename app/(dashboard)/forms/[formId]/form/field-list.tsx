"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { SelectField } from "#components/form/fields";
import { Badge } from "#components/ui/badge";
import { Disclosure } from "#components/ui/disclosure";
import { lazyWithFallback, NotLoaded, Unreachable } from "#components/ui/lazy";
import { Menu } from "#components/ui/menu";
import { Notice } from "#components/ui/notice";
import { MAX_FORM_FIELDS } from "#lib/core/fields/limits";
import type { FieldType } from "#lib/domain/forms/fields/types";
import type { Form } from "#lib/domain/forms/schema";
import { EditableList, focusSoon } from "../list-editor/editable-list";
import { type DraftField, senderPart } from "./draft";
import { FieldForm } from "./field-form";
import { FIELD_KINDS, TYPE_GROUPS } from "./kinds";
import { type Pasted, type Start, StartingPoints } from "./starting-points";
import type { FieldsDraft } from "./use-fields-draft";

const MenuItems = lazyWithFallback(() => import("#components/ui/menu-items"), Unreachable);
const MovedForm = lazyWithFallback(() => import("./moved-form"), NotLoaded, { isRare: true });

export type FieldListProps = {
  form: Form;
  /** The URL that websites submit to. */
  address: string;
  /** False while the form doesn't accept files. */
  acceptsFiles: boolean;
  state: FieldsDraft;
};

const focusFirst = (selector: string) =>
  focusSoon(() => document.querySelector<HTMLElement>(selector));

/** Lists the fields of a form, or ways to start. */
export function FieldList({ form, address, acceptsFiles, state }: FieldListProps) {
  const { honeypot } = form.settings;
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
  const toItem = (type: FieldType) => ({ ...FIELD_KINDS[type], run: () => add(type) });
  const addField = (
    <div data-add-row>
      <Menu
        label="Add field"
        icon={<Plus aria-hidden />}
        isLabeled
        disabled={fields.length >= MAX_FORM_FIELDS}
      >
        {(menu) => <MenuItems {...menu} groups={TYPE_GROUPS.map((types) => types.map(toItem))} />}
      </Menu>
    </div>
  );
  if (fields.length === 0)
    return (
      <StartingPoints formId={form.id} honeypot={honeypot} start={start} addField={addField} />
    );
  return (
    <div className="grid min-w-0 gap-4">
      {note === "" ? null : <Notice role="status">{note}</Notice>}
      <EditableList
        noun="Field"
        label="Fields, in the order shown"
        rows={fields}
        max={MAX_FORM_FIELDS}
        editor={state}
        change={state.changeFields}
        nameOf={({ label }) => label}
        summary={(field) => <FieldSummary field={field} role={roleOf(field, fields)} />}
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
        toggleClassName="basis-40 py-1"
      />
      {pasted ? <MovedForm form={form} address={address} {...pasted} /> : null}
      <Exceptions state={state} />
    </div>
  );
}

/** Describes a field that identifies a message's sender: only the first of its kind does. */
function roleOf(field: DraftField, fields: readonly DraftField[]): string | null {
  if (field === fields.find(({ type }) => type === "email")) return "Replies go here";
  return field === fields.find((one) => senderPart(one) === "name") ? "The sender’s name" : null;
}

type FieldSummaryProps = { field: DraftField; role: string | null };

function FieldSummary({ field: { type, label, name, required }, role }: FieldSummaryProps) {
  const { label: kind, Icon } = FIELD_KINDS[type];
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
          {role === null ? null : ` · ${role}`}
        </span>
      </span>
      {required ? <Badge>Required</Badge> : null}
    </>
  );
}

/** Settings for messages that don't match the list. Few people change them. */
function Exceptions({ state: { content, change } }: { state: FieldsDraft }) {
  return (
    <Disclosure summary="Messages that don’t fit">
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          name="onInvalid"
          label="If a value doesn’t fit"
          hint={
            content.onInvalid === "reject"
              ? "Visitors see what to fix at each field."
              : "Nothing is lost. The inbox shows what doesn’t fit."
          }
          value={content.onInvalid}
          onChange={({ target }) =>
            change((latest) => ({
              ...latest,
              onInvalid: target.value === "mark" ? "mark" : "reject",
            }))
          }
        >
          <option value="reject">Reject the message</option>
          <option value="mark">Accept and mark it</option>
        </SelectField>
        <SelectField
          name="otherFields"
          label="If a field isn’t in the list"
          hint={OTHERS[content.otherFields]}
          value={content.otherFields}
          onChange={({ target }) => {
            const known = CHOICES.find((one) => one === target.value);
            if (known) change((latest) => ({ ...latest, otherFields: known }));
          }}
        >
          <option value="accept">Store it too</option>
          <option value="drop">Leave it out</option>
          <option value="reject">Reject the message</option>
        </SelectField>
      </div>
    </Disclosure>
  );
}

const CHOICES = ["accept", "drop", "reject"] as const;
const OTHERS = {
  accept: "Messages show it after the others, under its name.",
  drop: "The rest of the message is stored.",
  reject: "This applies even when invalid values are accepted.",
} as const;
