"use client";

import { SelectField, SwitchField, TextareaField, TextField } from "#components/form/fields";
import { isChoiceType, isTextType } from "#lib/fields/types";
import { autofillsOf, keptAutofill } from "./autofill";
import { type DraftField, hasPlaceholder, hasRange, NEW_OPTIONS, relabel } from "./draft";
import { KINDS } from "./kinds";

export type FieldFormProps = {
  field: DraftField;
  /** Names that the field can't have: of the others, and the honeypot. */
  takenNames: readonly string[];
  /** False while the form doesn't accept files. */
  acceptsFiles: boolean;
  onChange: (field: DraftField) => void;
};

const PLAIN = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

/** All that can be set of a field, by its type. */
export function FieldForm(props: FieldFormProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <LabelAndName {...props} />
      <TypeField {...props} />
      {props.field.type === "hidden" ? null : <WidthField {...props} />}
      {isChoiceType(props.field.type) ? <OptionsField {...props} /> : null}
      <Texts {...props} />
      <AutofillField {...props} />
      <Limits {...props} />
      <Switches {...props} />
    </div>
  );
}

function LabelAndName({ field, takenNames, onChange }: FieldFormProps) {
  return (
    <>
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
        hint="What your website’s form sends."
        value={field.name}
        maxLength={100}
        controlClassName="font-mono md:text-xs"
        {...PLAIN}
        onChange={({ target }) => onChange({ ...field, name: target.value, followsLabel: false })}
      />
    </>
  );
}

function WidthField({ field, onChange }: FieldFormProps) {
  return (
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
  );
}

function OptionsField({ field, onChange }: FieldFormProps) {
  return (
    <TextareaField
      name="options"
      label="Options"
      className="sm:col-span-2"
      hint="One per line. To store a value that differs from its label, write “value | label”."
      rows={3}
      value={field.options}
      onChange={({ target }) => onChange({ ...field, options: target.value })}
    />
  );
}

const NO_FILES =
  "This form doesn’t accept files yet, so the field isn’t shown. Turn files on in the form’s settings.";

function Switches({ field, acceptsFiles, onChange }: FieldFormProps) {
  return (
    <div className="grid gap-5 sm:col-span-2">
      <SwitchField
        name="required"
        label="Required"
        hint={field.type === "checkbox" ? "Visitors must check it." : undefined}
        checked={field.required}
        onChange={({ target }) => onChange({ ...field, required: target.checked })}
      />
      {field.type === "file" ? (
        <SwitchField
          name="multiple"
          label="Several files"
          hint={acceptsFiles ? undefined : NO_FILES}
          checked={field.multiple}
          onChange={({ target }) => onChange({ ...field, multiple: target.checked })}
        />
      ) : null}
    </div>
  );
}

function TypeField({ field, onChange }: FieldFormProps) {
  return (
    <SelectField
      name="type"
      label="Type"
      value={field.type}
      onChange={({ target }) => {
        const kind = KINDS.find(({ type }) => type === target.value);
        if (!kind) return;
        const needsOptions = isChoiceType(kind.type) && field.options.trim() === "";
        const options = needsOptions ? NEW_OPTIONS.join("\n") : field.options;
        const autocomplete = keptAutofill(kind.type, field.autocomplete);
        onChange({ ...field, type: kind.type, options, autocomplete });
      }}
    >
      {KINDS.map(({ type, label }) => (
        <option key={type} value={type}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

/** The texts around the input. */
function Texts({ field, onChange }: FieldFormProps) {
  if (field.type === "hidden") return null;
  const isAlone = !hasPlaceholder(field.type);
  return (
    <>
      <TextField
        name="help"
        label="Help text"
        className={isAlone ? "sm:col-span-2" : undefined}
        value={field.help}
        maxLength={300}
        autoComplete="off"
        onChange={({ target }) => onChange({ ...field, help: target.value })}
      />
      {isAlone ? null : (
        <TextField
          name="placeholder"
          label="Placeholder"
          value={field.placeholder}
          maxLength={300}
          autoComplete="off"
          onChange={({ target }) => onChange({ ...field, placeholder: target.value })}
        />
      )}
    </>
  );
}

function AutofillField({ field, onChange }: FieldFormProps) {
  const autofills = autofillsOf(field.type, field.autocomplete);
  if (autofills.length === 0) return null;
  return (
    <SelectField
      name="autocomplete"
      label="Autofill"
      className="sm:col-span-2"
      hint="What browsers offer to fill in."
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
  );
}

const RANGES = {
  number: { min: "Smallest number", max: "Largest number", type: "text", inputMode: "decimal" },
  date: { min: "Earliest date", max: "Latest date", type: "date", inputMode: undefined },
} as const;

function Limits({ field, onChange }: FieldFormProps) {
  const { type } = field;
  if (hasRange(type)) {
    const { min, max, ...input } = RANGES[type];
    return (
      <>
        <TextField
          name="min"
          label={min}
          value={field.min}
          {...input}
          {...PLAIN}
          onChange={({ target }) => onChange({ ...field, min: target.value })}
        />
        <TextField
          name="max"
          label={max}
          value={field.max}
          {...input}
          {...PLAIN}
          onChange={({ target }) => onChange({ ...field, max: target.value })}
        />
      </>
    );
  }
  if (!isTextType(type)) return null;
  return (
    <>
      <TextField
        name="minLength"
        label="Fewest characters"
        value={field.minLength}
        inputMode="numeric"
        {...PLAIN}
        onChange={({ target }) => onChange({ ...field, minLength: target.value })}
      />
      <TextField
        name="maxLength"
        label="Most characters"
        value={field.maxLength}
        inputMode="numeric"
        {...PLAIN}
        onChange={({ target }) => onChange({ ...field, maxLength: target.value })}
      />
    </>
  );
}
