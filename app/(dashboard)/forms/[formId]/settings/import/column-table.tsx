"use client";

import { Checkbox, Input, NativeSelect } from "#components/ui/input";
import type { ImportColumn, ImportPreview } from "#lib/domain/imports/schema";
import { COLUMN_USES, type ColumnUse } from "#lib/domain/imports/sources";
import type { ChangeSettings } from "./reading-fields";

const USE_NAMES: Readonly<Record<ColumnUse, string>> = {
  field: "Field",
  fields: "Several fields (JSON)",
  date: "Date received",
  id: "ID there",
  spam: "Is it spam?",
  drop: "Don’t import",
};

type ColumnTableProps = { preview: ImportPreview; change: ChangeSettings };

/** Shows the use of each column, which can be changed. */
export function ColumnTable({ preview, change }: ColumnTableProps) {
  const { settings, samples } = preview;
  const { columns } = settings;
  const replace = (changed: ImportColumn) =>
    change({
      columns: columns.map((column) => {
        if (column.column === changed.column) return changed;
        const isTaken = ["date", "id", "spam"].includes(changed.use) && column.use === changed.use;
        return isTaken ? { ...column, use: "drop" as const } : column;
      }),
    });
  return (
    <fieldset>
      <legend className="mb-3 font-medium">Columns</legend>
      <p className="mb-3 text-muted-foreground">
        IP addresses and browsers aren’t imported unless you ask for them.
      </p>
      <ul className="divide-y rounded-md border">
        {columns.map((column, index) => (
          <ColumnRow
            key={column.column}
            column={column}
            samples={samples[index]?.values ?? []}
            replace={replace}
          />
        ))}
      </ul>
    </fieldset>
  );
}

type ColumnRowProps = {
  column: ImportColumn;
  samples: readonly string[];
  replace: (column: ImportColumn) => void;
};

function ColumnRow({ column, samples, replace }: ColumnRowProps) {
  const { column: title, use, name, isList } = column;
  return (
    <li className="grid gap-3 px-4 py-3 md:grid-cols-[1fr_12rem_12rem_6rem] md:items-center">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{title}</p>
        <p className="truncate text-xs text-muted-foreground">
          {samples.join(" · ") || "No values"}
        </p>
      </div>
      <NativeSelect
        aria-label={`Use of ${title}`}
        value={use}
        onChange={(event) => {
          const selected = COLUMN_USES.find((one) => one === event.currentTarget.value);
          if (selected) replace({ ...column, use: selected });
        }}
      >
        {COLUMN_USES.map((one) => (
          <option key={one} value={one}>
            {USE_NAMES[one]}
          </option>
        ))}
      </NativeSelect>
      {use === "field" ? (
        <>
          <Input
            aria-label={`Name of ${title} here`}
            key={name}
            defaultValue={name}
            onBlur={(event) => {
              const typed = event.currentTarget.value.trim();
              if (typed !== "" && typed !== name) replace({ ...column, name: typed });
            }}
          />
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is in it */}
          <label className="flex items-center gap-2">
            <Checkbox
              checked={isList}
              onChange={(event) => replace({ ...column, isList: event.currentTarget.checked })}
            />
            List
          </label>
        </>
      ) : null}
    </li>
  );
}
