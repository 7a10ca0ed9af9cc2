"use client";

import type { ComponentProps } from "react";
import { SelectField, SwitchField, TextareaField, TextField } from "#components/form/fields";
import { isChoiceType, isTextType } from "#lib/fields/types";
import { type DraftField, hasPlaceholder, hasRange, NEW_OPTIONS, relabel } from "./draft";
import { autofillsOf, KINDS, keptAutofill, TYPE_GROUPS } from "./kinds";

export type FieldFormProps = {
  field: DraftField;
  /** Names that the field can't have: of the others, and the honeypot. */
  takenNames: readonly string[];
  /** False while the form doesn't accept files. */
  acceptsFiles: boolean;
  onChange: (field: DraftField) => void;
};

type EditProps = Pick<FieldFormProps, "field" | "onChange">;

const PLAIN = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

/** All that can be set of a field, by its type. */
export function FieldForm(props: FieldFormProps) {
  const { field, onChange } = props;
  const edit = { field, onChange };
  const isShown = field.type !== "hidden";
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <LabelAndName {...props} />
      <TypeField {...edit} />
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
      {isChoiceType(field.type) ? (
        <TextareaField
          name="options"
          label="Options"
          className="sm:col-span-2"
          hint="One per line. To store a value that differs from its label, write “value | label”."
          rows={3}
          value={field.options}
          onChange={({ target }) => onChange({ ...field, options: target.value })}
        />
      ) : null}
      {isShown ? <Texts {...edit} /> : null}
      <AutofillField {...edit} />
      <Limits {...edit} />
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

const TYPES = TYPE_GROUPS.flat();

function TypeField({ field, onChange }: EditProps) {
  return (
    <SelectField
      name="type"
      label="Type"
      value={field.type}
      onChange={({ target }) => {
        const type = TYPES.find((one) => one === target.value);
        if (!type) return;
        const needsOptions = isChoiceType(type) && field.options.trim() === "";
        const options = needsOptions ? NEW_OPTIONS.join("\n") : field.options;
        onChange({ ...field, type, options, autocomplete: keptAutofill(type, field.autocomplete) });
      }}
    >
      {TYPES.map((type) => (
        <option key={type} value={type}>
          {KINDS[type].label}
        </option>
      ))}
    </SelectField>
  );
}

type MemberFieldProps = EditProps &
  Omit<ComponentProps<typeof TextField>, "onChange"> & {
    name: "help" | "placeholder" | "min" | "max" | "minLength" | "maxLength";
  };

/** A text of the field, under its own name. */
function MemberField({ field, onChange, name, ...props }: MemberFieldProps) {
  return (
    <TextField
      name={name}
      value={field[name]}
      autoComplete="off"
      onChange={({ target }) => onChange({ ...field, [name]: target.value })}
      {...props}
    />
  );
}

/** The texts around the input. */
function Texts(edit: EditProps) {
  const isAlone = !hasPlaceholder(edit.field.type);
  return (
    <>
      <MemberField
        {...edit}
        name="help"
        label="Help text"
        className={isAlone ? "sm:col-span-2" : undefined}
        maxLength={300}
      />
      {isAlone ? null : (
        <MemberField {...edit} name="placeholder" label="Placeholder" maxLength={300} />
      )}
    </>
  );
}

function AutofillField({ field, onChange }: EditProps) {
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
  number: { min: "Smallest number", max: "Largest number", input: { inputMode: "decimal" } },
  date: { min: "Earliest date", max: "Latest date", input: { type: "date" } },
} as const;

function Limits(edit: EditProps) {
  const { type } = edit.field;
  if (hasRange(type)) {
    const { min, max, input } = RANGES[type];
    return (
      <>
        <MemberField {...edit} name="min" label={min} {...input} {...PLAIN} />
        <MemberField {...edit} name="max" label={max} {...input} {...PLAIN} />
      </>
    );
  }
  if (!isTextType(type)) return null;
  const input = { inputMode: "numeric", ...PLAIN } as const;
  return (
    <>
      <MemberField {...edit} name="minLength" label="Fewest characters" {...input} />
      <MemberField {...edit} name="maxLength" label="Most characters" {...input} />
    </>
  );
}
