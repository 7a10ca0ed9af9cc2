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
  const texts: Record<string, string[]> = {};
  for (const field of fieldsOf(form)) {
    texts[field.name] ??= [];
    if (!isBox(field) || (field instanceof HTMLInputElement && field.checked))
      texts[field.name]?.push(field.value);
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

/** Puts texts back into their fields; others are left as they are. @returns whether there was one */
export function putTexts(form: HTMLFormElement, texts: unknown): boolean {
  if (typeof texts !== "object" || texts === null) return false;
  const byName = new Map<string, unknown>(Object.entries(texts));
  let isPut = false;
  for (const field of fieldsOf(form)) {
    const values = byName.get(field.name);
    if (!Array.isArray(values)) continue;
    if (isBox(field)) field.checked = values.includes(field.value);
    else if (typeof values[0] === "string") field.value = values[0];
    isPut = true;
  }
  return isPut;
}
