"use client";

import type { ComponentProps } from "react";
import { useFormContext } from "#components/form/action-form";
import { PLAIN, SelectField, SwitchField, TextareaField, TextField } from "#components/form/fields";
import { Disclosure } from "#components/ui/disclosure";
import { type FieldType, isChoiceType, isTextType } from "#lib/domain/forms/fields/types";
import {
  type DraftField,
  hasPlaceholder,
  hasRange,
  NEW_OPTIONS,
  relabel,
  renameByLabel,
} from "./draft";
import { autofillsOf, FIELD_KINDS, keptAutofill, TYPE_GROUPS } from "./kinds";

type FieldFormProps = {
  field: DraftField;
  /** Names that the field can't have: the other fields' and the honeypot's. */
  takenNames: readonly string[];
  /** False while the form doesn't accept files. */
  acceptsFiles: boolean;
  onChange: (field: DraftField) => void;
};

const NO_FILES =
  "This form doesn’t accept files yet, so the field isn’t shown. Turn files on in the form’s settings.";
const TYPES = TYPE_GROUPS.flat();

type Limit = { name: "min" | "max" | "minLength" | "maxLength"; label: string };

const RANGES: Readonly<Record<"number" | "date", readonly Limit[]>> = {
  number: [
    { name: "min", label: "Smallest number" },
    { name: "max", label: "Largest number" },
  ],
  date: [
    { name: "min", label: "Earliest date" },
    { name: "max", label: "Latest date" },
  ],
};
const LENGTHS: readonly Limit[] = [
  { name: "minLength", label: "Fewest characters" },
  { name: "maxLength", label: "Most characters" },
];

/** Members that few people change. */
const FOLDED = ["name", "width", "placeholder", "autocomplete", "minLength", "maxLength"];

type FieldText = "help" | "placeholder" | "options" | Limit["name"];

export function FieldForm({ field, takenNames, acceptsFiles, onChange }: FieldFormProps) {
  const { type } = field;
  const isShown = type !== "hidden";
  /** Returns the props of a text input of the field. */
  const text = (name: FieldText) => ({
    name,
    value: field[name],
    autoComplete: "off",
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ ...field, [name]: target.value }),
  });
  /** Returns the props of a checkbox of the field. */
  const flag = (name: "required" | "multiple") => ({
    name,
    checked: field[name],
    onChange: ({ target }: { target: { checked: boolean } }) =>
      onChange({ ...field, [name]: target.checked }),
  });
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        name="label"
        label="Label"
        value={field.label}
        maxLength={120}
        autoComplete="off"
        onChange={({ target }) => onChange(relabel(field, target.value, takenNames))}
      />
      <SelectField
        name="type"
        label="Type"
        value={type}
        onChange={({ target }) => {
          const chosen = TYPES.find((one) => one === target.value);
          if (chosen) onChange(renameByLabel(withType(field, chosen), takenNames));
        }}
      >
        {TYPES.map((one) => (
          <option key={one} value={one}>
            {FIELD_KINDS[one].label}
          </option>
        ))}
      </SelectField>
      {isChoiceType(type) ? (
        <TextareaField
          {...text("options")}
          label="Options"
          className="sm:col-span-2"
          hint="One per line. To store a value that differs from its label, write “value | label”."
          rows={3}
        />
      ) : null}
      {isShown ? (
        <TextField {...text("help")} label="Help text" className="sm:col-span-2" maxLength={300} />
      ) : null}
      {(hasRange(type) ? RANGES[type] : []).map((limit) => (
        <LimitField key={limit.name} type={type} label={limit.label} {...text(limit.name)} />
      ))}
      <div className="grid gap-5 sm:col-span-2">
        <SwitchField
          {...flag("required")}
          label="Required"
          hint={type === "checkbox" ? "Visitors must check it." : undefined}
        />
        {type === "file" ? (
          <SwitchField
            {...flag("multiple")}
            label="Several files"
            hint={acceptsFiles ? undefined : NO_FILES}
          />
        ) : null}
      </div>
      <MoreOptions field={field} text={text} onChange={onChange} />
    </div>
  );
}

type LimitFieldProps = ComponentProps<typeof TextField> & { type: FieldType };

function LimitField({ type, ...props }: LimitFieldProps) {
  return (
    <TextField
      {...props}
      {...PLAIN}
      type={type === "date" ? "date" : "text"}
      inputMode={type === "number" ? "decimal" : "numeric"}
    />
  );
}

type MoreOptionsProps = Pick<FieldFormProps, "field" | "onChange"> & {
  text: (name: FieldText) => Pick<ComponentProps<typeof TextField>, "name" | "value" | "onChange">;
};

/** What few people change, folded. */
function MoreOptions({ field, text, onChange }: MoreOptionsProps) {
  const { type } = field;
  const { fieldErrors } = useFormContext();
  const autofills = autofillsOf(type, field.autocomplete);
  return (
    <div className="sm:col-span-2">
      <Disclosure summary="More options" hasError={FOLDED.some((path) => path in fieldErrors)}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            name="name"
            label="Name"
            hint="The field’s name in your website’s form."
            value={field.name}
            maxLength={100}
            controlClassName="font-mono md:text-xs"
            {...PLAIN}
            onChange={({ target }) =>
              onChange({ ...field, name: target.value, followsLabel: false })
            }
          />
          {type !== "hidden" ? (
            <SelectField
              name="width"
              label="Width"
              value={field.width}
              onChange={({ target }) =>
                onChange({ ...field, width: target.value === "half" ? "half" : "full" })
              }
            >
              <option value="full">Full</option>
              <option value="half">Half</option>
            </SelectField>
          ) : null}
          {hasPlaceholder(type) ? (
            <TextField
              {...text("placeholder")}
              label="Placeholder"
              className="sm:col-span-2"
              maxLength={300}
            />
          ) : null}
          {autofills.length > 0 ? (
            <SelectField
              name="autocomplete"
              label="Autofill"
              className="sm:col-span-2"
              hint="Lets browsers fill in this field automatically."
              value={field.autocomplete ?? ""}
              onChange={({ target }) => onChange({ ...field, autocomplete: target.value || null })}
            >
              <option value="">Automatic</option>
              {autofills.map(({ token, label }) => (
                <option key={token} value={token}>
                  {label}
                </option>
              ))}
            </SelectField>
          ) : null}
          {(isTextType(type) ? LENGTHS : []).map((limit) => (
            <LimitField key={limit.name} type={type} label={limit.label} {...text(limit.name)} />
          ))}
        </div>
      </Disclosure>
    </div>
  );
}

/** Changes the type of a field, and drops members that only apply to the old type. */
function withType(field: DraftField, type: FieldType): DraftField {
  const needsOptions = isChoiceType(type) && field.options.trim() === "";
  return {
    ...field,
    type,
    options: needsOptions ? NEW_OPTIONS : field.options,
    autocomplete: keptAutofill(type, field.autocomplete),
  };
}
