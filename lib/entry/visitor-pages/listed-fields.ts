import { entriesOf } from "#lib/core/characters";
import type { ErrorDetail } from "#lib/core/errors";
import type { FieldPairs } from "#lib/core/fields/fields";
import { html, type Markup } from "#lib/core/html";
import { fillMarkup, isolated, listedNames } from "#lib/core/texts";
import { isChecked } from "#lib/domain/forms/fields/rules";
import type { Field } from "#lib/domain/forms/fields/schema";
import { BLANK_FIELD } from "#lib/domain/forms/fields/types";
import { problemAttributes } from "#lib/entry/visitor-pages/check-fields";
import { fileAttributes, filesHint, type VisitorForm } from "#lib/entry/visitor-pages/form-parts";
import {
  type KeptField,
  problemsOf,
  problemText,
  readableName,
} from "#lib/entry/visitor-pages/kept-fields";
import type { PageWords } from "#lib/entry/visitor-pages/words/locales";
import { gapOf } from "#lib/entry/visitor-pages/words/sentences";

/** A field of the form's list, with the values typed into it. */
export type ListedField = { field: Field; id: string; values: string[]; problems: string[] };

/** A choice with more options is shown as a menu. */
const MAX_RADIOS = 5;

export function listFields(
  { fields, uploadsEnabled }: VisitorForm,
  typed: FieldPairs,
  details: readonly ErrorDetail[],
): ListedField[] {
  const values = new Map(typed.map(([name, value]) => [name, entriesOf(value)]));
  return fields.flatMap((field, index): ListedField[] => {
    if (field.type === "file" && !uploadsEnabled) return [];
    const problems = problemsOf(field.name, details);
    return [{ field, id: `f${index}`, values: [...(values.get(field.name) ?? [])], problems }];
  });
}

export function unlistedFields({ fields }: VisitorForm, typed: FieldPairs): FieldPairs {
  return typed.filter(([name]) => fields.every((field) => field.name !== name));
}

/** Names of the files that were selected for a field, which browsers don't keep. */
export type SelectedFiles = readonly { field: string; filename: string }[];

/** Renders inputs to select files again, one for each field that had any and isn't listed. */
export function unlistedFiles(
  listed: readonly ListedField[],
  selected: SelectedFiles,
  details: readonly ErrorDetail[],
  words: PageWords,
): ListedField[] {
  const names = new Set(selected.map(({ field }) => field));
  const unlisted = names.difference(new Set(listed.map(({ field }) => field.name)));
  return [...unlisted].map((name, index) => ({
    field: { ...BLANK_FIELD, name, type: "file", label: readableName(name, words), multiple: true },
    id: `file-${index}`,
    values: [],
    problems: problemsOf(name, details),
  }));
}

/** A field as the summary of errors needs it. */
export function toKept({ field, id, values, problems }: ListedField): KeptField {
  const isGroup = field.type === "choices" || isRadio(field);
  return {
    id: isGroup ? `${id}-0` : id,
    name: field.name,
    label: field.label,
    shownLabel: isolated(field.label),
    value: values.join(", "),
    problems,
  };
}

function isRadio({ type, options }: Field): boolean {
  return type === "choice" && (options?.length ?? 0) <= MAX_RADIOS;
}

/** Renders the help and problems below a label, and returns the IDs that describe an input. */
function describeInput(
  { field, id, problems }: ListedField,
  form: VisitorForm,
  hint: Markup | null = null,
) {
  const help = field.help ? html`${isolated(field.help)}${hint && html` ${hint}`}` : hint;
  const notes = html`${problems.length > 0 && html`<p class="problem" id="${id}-problem">${problemText(field.label, problems, form.texts)}</p>\n`}${
    help && html`<p class="hint" id="${id}-hint">${help}</p>\n`
  }`;
  const ids = [problems.length > 0 && `${id}-problem`, help && `${id}-hint`].filter(Boolean);
  const described = html`${problemAttributes(field, form.texts)}${problems.length > 0 && html` aria-invalid="true"`}${
    ids.length > 0 && html` aria-describedby="${ids.join(" ")}"`
  }`;
  return { notes, described };
}

/** Only the form's own fields are known to be optional. */
function label({ field }: ListedField, { fields, texts: { words } }: VisitorForm): Markup {
  const isOptional = !field.required && fields.includes(field);
  return html`${isolated(field.label)}${isOptional && html` <span class="optional">${words.optional}</span>`}`;
}

const INPUT_TYPES: Partial<Record<Field["type"], string>> = {
  email: "email",
  phone: "tel",
  date: "date",
};

/** Autofill tokens used if the owner sets none. */
const AUTOFILL: Partial<Record<Field["type"], string>> = {
  email: "email",
  phone: "tel",
  url: "url",
};

/** Returns attributes that let browsers check what the server checks. */
function limits(field: Field): Markup {
  const { required, minLength, maxLength, min, max, placeholder } = field;
  const autocomplete = field.autocomplete ?? AUTOFILL[field.type] ?? null;
  return html`${required && html` required`}${minLength !== null && minLength > 0 && html` minlength="${minLength}"`}${
    maxLength !== null && html` maxlength="${maxLength}"`
  }${min !== null && html` min="${min}"`}${max !== null && html` max="${max}"`}${
    placeholder !== null && placeholder !== "" && html` placeholder="${placeholder}"`
  }${
    // Browsers' own `url` input rejects `example.com`.
    field.type === "url" && html` inputmode="url"`
  }${autocomplete !== null && html` autocomplete="${autocomplete}"`}`;
}

function textInput(listed: ListedField, described: Markup): Markup {
  const { field, id, values } = listed;
  const [value = ""] = values;
  const shared = html` id="${id}" name="${field.name}"${limits(field)}${described}`;
  if (field.type === "long_text")
    return html`<textarea${shared} rows="6" dir="auto">\n${value}</textarea>`;
  // A number input would lose a value that isn't a number.
  if (field.type === "number" && (value === "" || Number.isFinite(Number(value))))
    return html`<input type="number" step="any"${shared} value="${value}">`;
  // A date input would lose a value that isn't a date.
  const isTyped = field.type !== "date" || value === "" || /^\d{4}-\d{2}-\d{2}$/.test(value);
  const type = (isTyped && INPUT_TYPES[field.type]) || "text";
  return html`<input type="${type}"${shared} value="${value}"${type === "text" && html` dir="auto"`}>`;
}

function menu({ field, id, values }: ListedField, form: VisitorForm, described: Markup): Markup {
  return html`<select id="${id}" name="${field.name}"${limits(field)}${described}>
<option value="">${form.texts.words.select}</option>
${(field.options ?? []).map(
  (option) =>
    html`<option value="${option.value}"${values.includes(option.value) && html` selected`}>${option.label}</option>\n`,
)}</select>`;
}

/**
 * Renders radio buttons or checkboxes in a group. Browsers can't require one of several checkboxes.
 */
function group(listed: ListedField, form: VisitorForm): Markup {
  const { field, id, values } = listed;
  const { notes, described } = describeInput(listed, form);
  const isOne = field.type === "choice";
  const options = (field.options ?? []).map(
    ({ value, label }, index) => html`<div class="option">
<input type="${isOne ? "radio" : "checkbox"}" id="${id}-${index}" name="${field.name}" value="${value}"${
      values.includes(value) && html` checked`
    }${isOne && field.required && html` required`}${described}>
<label for="${id}-${index}">${isolated(label)}</label>
</div>\n`,
  );
  return html`<fieldset${field.width === "half" && html` class="half"`}>
<legend>${label(listed, form)}</legend>
${notes}${options}</fieldset>`;
}

function checkbox(listed: ListedField, form: VisitorForm): Markup {
  const { field, id, values } = listed;
  const { notes, described } = describeInput(listed, form);
  return html`<div class="field${field.width === "half" && " half"}">
<div class="option">
<input type="checkbox" id="${id}" name="${field.name}" value="true"${isChecked(values) && html` checked`}${
    field.required && html` required`
  }${described}>
<label for="${id}">${label(listed, form)}</label>
</div>
${notes}</div>`;
}

function fileInput(listed: ListedField, form: VisitorForm, described: Markup): Markup {
  const { field, id } = listed;
  return html`<input type="file" id="${id}" name="${field.name}"${
    field.required && html` required`
  }${fileAttributes(form, field.multiple === true)}${described}>`;
}

function fileHint({ field, problems }: ListedField, form: VisitorForm, selected: SelectedFiles) {
  const { language, words } = form.texts;
  const names = selected
    .filter((file) => file.field === field.name)
    .map(({ filename }) => filename);
  if (names.length === 0 || problems.length > 0) return html`${filesHint(form)}`;
  const lost = names.length === 1 ? words.fileLost : words.filesLost;
  const files = listedNames(names, language);
  return html`${fillMarkup(lost, { files }, language)}${gapOf(words)}${filesHint(form)}`;
}

export function listedInput(
  listed: ListedField,
  form: VisitorForm,
  selected: SelectedFiles = [],
): Markup {
  const { field, id, values } = listed;
  // A visitor can only fix what they see.
  if (field.type === "hidden" && listed.problems.length === 0)
    return html`<input type="hidden" name="${field.name}" value="${values[0] ?? ""}">`;
  if (field.type === "checkbox") return checkbox(listed, form);
  if (field.type === "choices" || isRadio(field)) return group(listed, form);
  const isFile = field.type === "file";
  const { notes, described } = describeInput(
    listed,
    form,
    isFile ? fileHint(listed, form, selected) : null,
  );
  const input = isFile
    ? fileInput(listed, form, described)
    : field.type === "choice"
      ? menu(listed, form, described)
      : textInput(listed, described);
  return html`<div class="field${field.width === "half" && " half"}">
<label for="${id}">${label(listed, form)}</label>
${notes}${input}
</div>`;
}

export function listedInputs(
  listed: readonly ListedField[],
  form: VisitorForm,
  selected: SelectedFiles = [],
): Markup {
  return html`<div class="fields">
${listed.map((one) => html`${listedInput(one, form, selected)}\n`)}</div>`;
}
