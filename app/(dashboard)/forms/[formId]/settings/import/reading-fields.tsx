"use client";

import { type ReactNode, useId } from "react";
import { Input, Label, NativeSelect } from "#components/ui/input";
import { Notice } from "#components/ui/notice";
import { ExactTime } from "#components/ui/relative-time";
import type { ImportPreview, ImportSettingsInput } from "#lib/domain/imports/schema";
import { DATE_FORMATS, ENCODINGS, SOURCE_NAMES, SOURCES } from "#lib/domain/imports/sources";

export type ChangeSettings = (changes: ImportSettingsInput) => void;
type ReadingFieldsProps = { preview: ImportPreview; change: ChangeSettings };

const FORMAT_NAMES: Readonly<Record<(typeof DATE_FORMATS)[number], string>> = {
  ymd: "Year, month, day",
  dmy: "Day, month, year",
  mdy: "Month, day, year",
  epoch: "Seconds or milliseconds since 1970",
};
const DELIMITER_NAMES = { ",": "Comma", ";": "Semicolon", "\t": "Tab" } as const;

function Labeled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="grid content-start gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      {children(id)}
    </div>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  select: (value: Value) => void;
};

function Choice<Value extends string>({ label, value, options, select }: ChoiceProps<Value>) {
  return (
    <Labeled label={label}>
      {(id) => (
        <NativeSelect
          id={id}
          value={value}
          onChange={(event) => {
            const found = options.find(([option]) => option === event.currentTarget.value);
            if (found) select(found[0]);
          }}
        >
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </NativeSelect>
      )}
    </Labeled>
  );
}

/** Settings for reading the file as a whole, with three dates as they’d be stored. */
export function ReadingFields({ preview, change }: ReadingFieldsProps) {
  const { settings, dates, isDateAmbiguous, hasTimeZones } = preview;
  const { delimiter } = settings;
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 font-medium">File and dates</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          label="Service"
          value={settings.source}
          options={SOURCES.map((source) => [source, SOURCE_NAMES[source]] as const)}
          select={(source) => change({ source })}
        />
        {delimiter === null ? null : (
          <Choice
            label="Cells are separated by"
            value={delimiter}
            options={([",", ";", "\t"] as const).map((one) => [one, DELIMITER_NAMES[one]] as const)}
            select={(one) => change({ delimiter: one })}
          />
        )}
        <Choice
          label="Encoding"
          value={settings.encoding}
          options={ENCODINGS.map((encoding) => [encoding, encoding.toUpperCase()] as const)}
          select={(encoding) => change({ encoding })}
        />
        <Choice
          label="Order in dates"
          value={settings.dateFormat}
          options={DATE_FORMATS.map((format) => [format, FORMAT_NAMES[format]] as const)}
          select={(dateFormat) => change({ dateFormat })}
        />
        {hasTimeZones ? null : <ZoneField preview={preview} change={change} />}
      </div>
      {isDateAmbiguous ? (
        <Notice tone="warning">
          <p>Day and month could be the other way round. Which comes first?</p>
          <p className="mt-2 flex gap-4">
            {(["dmy", "mdy"] as const).map((dateFormat) => (
              <button
                key={dateFormat}
                type="button"
                className="font-medium underline"
                onClick={() => change({ dateFormat })}
              >
                {dateFormat === "dmy" ? "The day" : "The month"}
              </button>
            ))}
          </p>
        </Notice>
      ) : null}
      <ul className="grid gap-1 text-muted-foreground" aria-label="Dates as they’re read">
        {dates.map(({ text, at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: dates may be equal, and never move
          <li key={index}>
            <code className="font-mono text-xs wrap-anywhere">{text}</code> →{" "}
            {at === null ? "can’t be read" : <ExactTime at={at} />}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function ZoneField({ preview, change }: ReadingFieldsProps) {
  const { timeZone } = preview.settings;
  const zones = Intl.supportedValuesOf("timeZone");
  return (
    <Labeled label="Time zone of the dates">
      {(id) => (
        <>
          <Input
            id={id}
            key={timeZone}
            list={`${id}-zones`}
            defaultValue={timeZone}
            onBlur={(event) => {
              const zone = event.currentTarget.value.trim();
              if (zone !== timeZone) change({ timeZone: zone });
            }}
          />
          <datalist id={`${id}-zones`}>
            {["UTC", ...zones].map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </>
      )}
    </Labeled>
  );
}
