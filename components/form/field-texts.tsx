type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What stands in a form's fields, by their names; of boxes, the values of those that are ticked. */
export type FieldTexts = Readonly<Record<string, readonly string[]>>;

const LEFT_OUT = new Set(["hidden", "password", "file", "submit", "button", "reset"]);

/** Fields that people fill in; passwords and keys are nobody's to keep. */
function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(
    (element): element is Field =>
      (element instanceof HTMLInputElement ||
        element instanceof HTMLTextAreaElement ||
        element instanceof HTMLSelectElement) &&
      element.name !== "" &&
      !LEFT_OUT.has(element.type),
  );
}

function isBox(field: Field): field is HTMLInputElement {
  return field.type === "checkbox" || field.type === "radio";
}

export function readTexts(form: HTMLFormElement): FieldTexts {
  return collect(form, (field) => (isBox(field) && !field.checked ? null : field.value));
}

/** The texts as the page was served, whatever was typed before its scripts loaded. */
export function readServedTexts(form: HTMLFormElement): FieldTexts {
  return collect(form, (field) => {
    if (isBox(field)) return field.defaultChecked ? field.value : null;
    if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
    const served = [...field.options].find((option) => option.defaultSelected);
    return (served ?? field.options[0])?.value ?? "";
  });
}

function collect(form: HTMLFormElement, read: (field: Field) => string | null): FieldTexts {
  const texts: Record<string, string[]> = {};
  for (const field of fieldsOf(form)) {
    texts[field.name] ??= [];
    const text = read(field);
    if (text !== null) texts[field.name]?.push(text);
  }
  return texts;
}

/** The fields of `texts` that stand otherwise in `base`; null when none does. */
export function findTyped(texts: FieldTexts, base: FieldTexts): FieldTexts | null {
  const typed = Object.entries(texts).filter(
    ([name, values]) => JSON.stringify(values) !== JSON.stringify(base[name]),
  );
  return typed.length === 0 ? null : Object.fromEntries(typed);
}

export function isTexts(value: unknown): value is FieldTexts {
  return typeof value === "object" && value !== null && Object.values(value).every(Array.isArray);
}

/** Puts texts back into their fields; other fields stay as they are. */
export function putTexts(form: HTMLFormElement, texts: FieldTexts): void {
  for (const field of fieldsOf(form)) {
    const values = texts[field.name];
    if (!values) continue;
    if (isBox(field)) field.checked = values.includes(field.value);
    else if (values[0] !== undefined) field.value = values[0];
  }
}
