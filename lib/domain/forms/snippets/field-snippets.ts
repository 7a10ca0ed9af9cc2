import { attributeText } from "#lib/core/quote";
import type { Field } from "#lib/domain/forms/fields/schema";

/** The syntax of attributes and of elements without content. */
type MarkupSyntax = { isJsx: boolean };

const TYPES: Partial<Record<Field["type"], string>> = {
  email: "email",
  phone: "tel",
  number: "number",
  date: "date",
  file: "file",
  hidden: "hidden",
};

/** Writes text between tags. In JSX, braces would begin an expression. */
function contentText(text: string): string {
  return attributeText(text).replaceAll("{", "&#123;").replaceAll("}", "&#125;");
}

/** Writes attributes as code. Those that are false or null are left out. */
function attributes(values: Readonly<Record<string, string | number | boolean | null>>): string {
  return Object.entries(values)
    .map(([name, value]) => {
      if (value === null || value === false || value === "") return "";
      return value === true ? ` ${name}` : ` ${name}="${attributeText(String(value))}"`;
    })
    .join("");
}

/** Writes the attributes that let browsers check what the server checks. */
function limits(field: Field, { isJsx }: MarkupSyntax): string {
  return attributes({
    required: field.required,
    [isJsx ? "minLength" : "minlength"]: field.minLength,
    [isJsx ? "maxLength" : "maxlength"]: field.maxLength,
    min: field.min,
    max: field.max,
    placeholder: field.placeholder,
    // Browsers' own `url` input rejects `example.com`.
    [isJsx ? "inputMode" : "inputmode"]: field.type === "url" ? "url" : null,
    [isJsx ? "autoComplete" : "autocomplete"]:
      field.autocomplete ?? (field.type === "url" ? "url" : null),
  });
}

function input(values: Parameters<typeof attributes>[0], rest: string, { isJsx }: MarkupSyntax) {
  return `<input${attributes(values)}${rest}${isJsx ? " /" : ""}>`;
}

function groupLines(field: Field, syntax: MarkupSyntax): string[] {
  const options = (field.options ?? []).map(({ value, label }) => {
    const box = input({ type: "checkbox", name: field.name, value }, "", syntax);
    return `  <label>${box} ${contentText(label)}</label>`;
  });
  return [
    "<fieldset>",
    `  <legend>${contentText(field.label)}</legend>`,
    ...options,
    "</fieldset>",
  ];
}

function menuLines(field: Field, syntax: MarkupSyntax): string[] {
  const options = (field.options ?? []).map(
    ({ value, label }) => `    <option${attributes({ value })}>${contentText(label)}</option>`,
  );
  return [
    `<label>${contentText(field.label)}`,
    `  <select${attributes({ name: field.name })}${limits(field, syntax)}>`,
    '    <option value=""></option>',
    ...options,
    "  </select>",
    "</label>",
  ];
}

function fieldLines(field: Field, syntax: MarkupSyntax): string[] {
  const { name, type } = field;
  const label = contentText(field.label);
  switch (type) {
    case "choices":
      return groupLines(field, syntax);
    case "choice":
      return menuLines(field, syntax);
    case "long_text": {
      const area = `<textarea${attributes({ name })}${limits(field, syntax)}`;
      return [`<label>${label} ${area}${syntax.isJsx ? " />" : "></textarea>"}</label>`];
    }
    case "checkbox": {
      const values = { name, type, value: "true", required: field.required };
      return [`<label>${input(values, "", syntax)} ${label}</label>`];
    }
    case "hidden":
      return [input({ name, type }, "", syntax)];
    default: {
      const step = type === "number" ? "any" : null;
      const values = { name, type: TYPES[type] ?? null, step, multiple: field.multiple };
      return [`<label>${label} ${input(values, limits(field, syntax), syntax)}</label>`];
    }
  }
}

/** Writes the fields of a form as elements with labels and constraints, one line each if possible. */
export function fieldMarkup(fields: readonly Field[], syntax: MarkupSyntax): string[] {
  return fields.flatMap((field) => fieldLines(field, syntax));
}

/** Returns whether the form has to be sent as multipart. */
export function hasFileField(fields: readonly Field[]): boolean {
  return fields.some(({ type }) => type === "file");
}

const EXAMPLES: Partial<Record<Field["type"], string>> = {
  email: "ada@example.com",
  url: "https://www.example.com",
  phone: "+1 555 0100",
  date: "2026-11-21",
  number: "1",
  checkbox: "true",
};

/**
 * Returns valid values of a form's fields, for code that sends them. Files and hidden fields are left
 * out.
 */
export function exampleValues(fields: readonly Field[]): [name: string, value: string][] {
  return fields.flatMap((field): [string, string][] => {
    const { name, type, options, min } = field;
    if (type === "file" || type === "hidden") return [];
    const [option] = options ?? [];
    const text = EXAMPLES[type] ?? field.label;
    const long = text.padEnd(field.minLength ?? 0, ".").slice(0, field.maxLength ?? undefined);
    return [[name, option?.value ?? (min === null ? long : String(min))]];
  });
}
