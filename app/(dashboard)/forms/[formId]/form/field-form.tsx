"use client";

import { PLAIN, SelectField, SwitchField, TextareaField, TextField } from "#components/form/fields";
import { type FieldType, isChoiceType, isTextType } from "#lib/domain/forms/fields/types";
import { type DraftField, follow, hasPlaceholder, hasRange, NEW_OPTIONS, relabel } from "./draft";
import { autofillsOf, KINDS, keptAutofill, TYPE_GROUPS } from "./kinds";

type FieldFormProps = {
  field: DraftField;
  /** Names that the field can't have: of the others, and the honeypot. */
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

function limitsOf(type: FieldType): readonly Limit[] {
  if (hasRange(type)) return RANGES[type];
  return isTextType(type) ? LENGTHS : [];
}

export function FieldForm({ field, takenNames, acceptsFiles, onChange }: FieldFormProps) {
  const { type } = field;
  const isShown = type !== "hidden";
  const autofills = autofillsOf(type, field.autocomplete);
  /** The props of a text of the field, under its own name. */
  const text = (name: "help" | "placeholder" | "options" | Limit["name"]) => ({
    name,
    value: field[name],
    autoComplete: "off",
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ ...field, [name]: target.value }),
  });
  /** The props of an answer to yes or no. */
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
      <TextField
        name="name"
        label="Name"
        hint="The field’s name in your website’s form."
        value={field.name}
        maxLength={100}
        controlClassName="font-mono md:text-xs"
        {...PLAIN}
        onChange={({ target }) => onChange({ ...field, name: target.value, followsLabel: false })}
      />
      <SelectField
        name="type"
        label="Type"
        value={type}
        onChange={({ target }) => {
          const chosen = TYPES.find((one) => one === target.value);
          if (chosen) onChange(follow(withType(field, chosen), takenNames));
        }}
      >
        {TYPES.map((one) => (
          <option key={one} value={one}>
            {KINDS[one].label}
          </option>
        ))}
      </SelectField>
      {isShown ? (
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
        <TextField
          {...text("help")}
          label="Help text"
          className={hasPlaceholder(type) ? undefined : "sm:col-span-2"}
          maxLength={300}
        />
      ) : null}
      {hasPlaceholder(type) ? (
        <TextField {...text("placeholder")} label="Placeholder" maxLength={300} />
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
      {limitsOf(type).map(({ name, label }) => (
        <TextField
          key={name}
          {...text(name)}
          {...PLAIN}
          label={label}
          type={type === "date" ? "date" : "text"}
          inputMode={type === "number" ? "decimal" : "numeric"}
        />
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
    </div>
  );
}

/** The field with another type, without what only made sense for the last one. */
function withType(field: DraftField, type: FieldType): DraftField {
  const needsOptions = isChoiceType(type) && field.options.trim() === "";
  return {
    ...field,
    type,
    options: needsOptions ? NEW_OPTIONS : field.options,
    autocomplete: keptAutofill(type, field.autocomplete),
  };
}
