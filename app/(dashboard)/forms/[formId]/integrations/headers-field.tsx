"use client";

import { ChevronDown, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useFormContext } from "#components/form/action-form";
import { FieldFrame, FieldNotes, PLAIN, useField } from "#components/form/fields";
import { Button, IconButton } from "#components/ui/button";
import { Input } from "#components/ui/input";
import { countOf } from "#lib/core/count";
import { MAX_HEADERS } from "#lib/domain/endpoints/header-rules";
import type { WebhookHeader } from "#lib/domain/endpoints/headers-schema";
import { HEADERS_NAME } from "./headers-name";

type Row = {
  name: string;
  value: string /** The masked value that an empty field keeps. */;
  saved: string | null;
};

const toRows = (headers: readonly WebhookHeader[]): Row[] =>
  headers.map(({ name, value }) => ({ name, value: "", saved: value }));

const toInput = ({ name, value, saved }: Row) => ({
  name,
  value: value === "" && saved !== null ? saved : value,
});

type HeadersFieldProps = {
  headers: readonly WebhookHeader[];
  /** Changes with every save, after which values are masked. */
  revision: string;
};

/** The endpoint’s custom headers, folded; sent as JSON in one field. */
export function HeadersField({ headers, revision }: HeadersFieldProps) {
  const { isDirty, fieldErrors, noteChange } = useFormContext();
  const [shown, setShown] = useState({ revision, rows: toRows(headers) });
  const [isOpen, setOpen] = useState(headers.length > 0);
  const field = useField(HEADERS_NAME, "headers", true);
  // Another save must not remove what someone is typing.
  if (!isDirty && shown.revision !== revision) setShown({ revision, rows: toRows(headers) });
  const { rows } = shown;
  const setRows = (changed: Row[]) => setShown({ ...shown, rows: changed });
  const hasError = Object.keys(fieldErrors).some((path) => path.startsWith("headers"));
  return (
    <details
      open={isOpen || hasError}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group/advanced"
    >
      <summary className="flex w-fit cursor-pointer list-none items-center gap-2 font-medium [&::-webkit-details-marker]:hidden">
        Advanced options
        <ChevronDown
          aria-hidden
          className="size-4 text-muted-foreground transition-transform duration-150 group-open/advanced:rotate-180"
        />
      </summary>
      <fieldset
        aria-describedby={field.control["aria-describedby"]}
        className="mt-3 grid gap-5 sm:gap-3"
      >
        <legend className="mb-1 font-medium">Headers</legend>
        <input type="hidden" name={HEADERS_NAME} value={JSON.stringify(rows.map(toInput))} />
        <FieldNotes
          field={{ ...field, error: fieldErrors.headers }}
          hint="Sent with every request, such as an API key that your gateway asks for. Values are stored encrypted and aren’t shown again. If the URL’s host changes, enter them again."
        />
        {rows.map((row, index) => (
          <HeaderRow
            // Rows have no identity of their own.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            row={row}
            index={index}
            onChange={(changed) => setRows(rows.with(index, changed))}
            onRemove={() => {
              setRows(rows.toSpliced(index, 1));
              noteChange();
            }}
          />
        ))}
        {rows.length < MAX_HEADERS ? (
          <div>
            <Button
              variant="outline"
              size="sm"
              onClick={() => {
                setRows([...rows, { name: "", value: "", saved: null }]);
                noteChange();
              }}
            >
              <Plus aria-hidden />
              Add header
            </Button>
          </div>
        ) : (
          <p className="text-muted-foreground">{countOf(MAX_HEADERS, "header")} at most.</p>
        )}
      </fieldset>
    </details>
  );
}

type HeaderRowProps = {
  row: Row;
  index: number;
  onChange: (row: Row) => void;
  onRemove: () => void;
};

/** A row of inputs without names, so that drafts and error pages don’t keep secrets. */
function HeaderRow({ row, index, onChange, onRemove }: HeaderRowProps) {
  const name = useField(HEADERS_NAME, `headers.${index}.name`, false);
  const isSaved = row.saved !== null;
  const value = useField(HEADERS_NAME, `headers.${index}.value`, isSaved);
  return (
    <div className="flex items-start gap-2">
      <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
        <FieldFrame field={name} label="Name">
          <Input
            {...name.control}
            {...PLAIN}
            name={undefined}
            value={row.name}
            onChange={({ target }) => onChange({ ...row, name: target.value })}
            placeholder="X-Api-Key"
            className="font-mono"
          />
        </FieldFrame>
        <FieldFrame
          field={value}
          label={isSaved ? "New value" : "Value"}
          hint={
            isSaved
              ? `Leave empty to keep ${row.saved === "…" ? "what’s saved" : row.saved}`
              : undefined
          }
        >
          <Input
            {...value.control}
            {...PLAIN}
            name={undefined}
            value={row.value}
            onChange={({ target }) => onChange({ ...row, value: target.value })}
            className="font-mono"
          />
        </FieldFrame>
      </div>
      <IconButton
        icon={<Trash2 aria-hidden />}
        label={row.name === "" ? `Remove header ${index + 1}` : `Remove ${row.name}`}
        variant="dangerGhost"
        className="mt-7"
        onClick={onRemove}
      />
    </div>
  );
}
