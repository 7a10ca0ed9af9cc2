import {
  CheckboxField,
  CheckboxGroup,
  SelectField,
  TextareaField,
  TextField,
} from "#components/form/fields";
import type { Field } from "#lib/domain/forms/fields/schema";

const INPUT_TYPES: Partial<Record<Field["type"], string>> = {
  email: "email",
  url: "url",
  phone: "tel",
  number: "number",
  date: "date",
  file: "file",
};

type TestFieldProps = { field: Field; value: string };

/** Renders one field of a form, filled in. Hidden fields get their value from the website’s page. */
export function TestField({ field, value }: TestFieldProps) {
  const { name, label, type, options, width } = field;
  const className = width === "half" ? undefined : "sm:col-span-2";
  if (type === "hidden") return null;
  const required = field.required ?? false;
  if (type === "checkbox")
    return (
      <div className={className}>
        <CheckboxField
          name={name}
          label={label}
          value="true"
          required={required}
          defaultChecked={value === "true"}
        />
      </div>
    );
  if (type === "choices")
    return (
      <div className={className}>
        <CheckboxGroup
          name={name}
          label={label}
          options={options ?? []}
          selected={[value]}
          className="mt-2 gap-2"
        />
      </div>
    );
  const shared = { name, label, required, className, defaultValue: value, autoComplete: "off" };
  if (type === "choice")
    return (
      <SelectField {...shared}>
        <option value="">Select…</option>
        {(options ?? []).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </SelectField>
    );
  if (type === "long_text") return <TextareaField {...shared} rows={3} />;
  const { defaultValue: _, ...withoutValue } = shared;
  return type === "file" ? (
    <TextField {...withoutValue} type="file" multiple={field.multiple ?? false} />
  ) : (
    <TextField {...shared} type={INPUT_TYPES[type] ?? "text"} />
  );
}
