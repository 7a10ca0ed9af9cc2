import { isNeverStored } from "#lib/core/fields/control-fields";
import { MAX_FIELD_OPTIONS, MAX_FORM_FIELDS, MAX_VALUE_CHARACTERS } from "#lib/core/fields/limits";
import { meaningOf } from "#lib/core/fields/name-meanings";
import {
  type FieldType,
  isChoiceType,
  isTextType,
  labelFrom,
} from "#lib/domain/forms/fields/types";
import { type GivenField, hasPlaceholder } from "./draft";
import {
  type Control,
  isHoneypot,
  isRequired,
  isSetting,
  labelNear,
  parseForm,
} from "./parse-html";

export type HtmlForm = {
  fields: GivenField[];
  /** Names of fields that look like traps for bots. */
  traps: string[];
};

const TYPES: Readonly<Record<string, FieldType>> = {
  checkbox: "checkbox",
  date: "date",
  email: "email",
  file: "file",
  hidden: "hidden",
  number: "number",
  radio: "choice",
  range: "number",
  "select-multiple": "choices",
  "select-one": "choice",
  tel: "phone",
  textarea: "long_text",
  url: "url",
};
/** Inputs without a value from the visitor, and passwords, which don't belong in messages. */
const SKIPPED = new Set(["submit", "button", "reset", "image", "password"]);

const AUTOCOMPLETE = /^[a-z][a-z0-9-]*( [a-z][a-z0-9-]*)*$/;

function textOf(element: Element | null | undefined, max: number): string {
  if (!element) return "";
  const copy = document.importNode(element, true);
  for (const control of copy.querySelectorAll("input, select, textarea, button")) control.remove();
  return clean(copy.textContent ?? "", max);
}

/** Puts a text on one line, without the mark of required fields. */
function clean(text: string, max: number): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\s*:]+$/, "")
    .slice(0, max);
}

/** Finds the elements that a control references by their IDs. */
function named(control: Element, attribute: string): Element | null {
  const [id = ""] = (control.getAttribute(attribute) ?? "").split(/\s+/);
  return id === "" ? null : control.ownerDocument.getElementById(id);
}

function ownLabel(control: Control): string {
  return (
    textOf(control.labels?.[0], 120) ||
    textOf(named(control, "aria-labelledby"), 120) ||
    clean(control.getAttribute("aria-label") ?? "", 120)
  );
}

/** Returns the label of a control, or of a group of them. */
function labelOf(control: Control, isGroup: boolean): string {
  const legend = control.closest("fieldset")?.querySelector("legend");
  const placeholder = clean(control.getAttribute("placeholder") ?? "", 120);
  const label = isGroup
    ? textOf(legend, 120)
    : ownLabel(control) || textOf(labelNear(control), 120) || placeholder;
  return label || labelFrom(control.name);
}

/** The attribute as a number of a list's limits, or null. */
function countOf(control: Control, attribute: string): number | null {
  const text = control.getAttribute(attribute) ?? "";
  const value = Number(text);
  return text !== "" && Number.isInteger(value) && value >= 0 && value <= MAX_VALUE_CHARACTERS
    ? value
    : null;
}

function boundOf(control: Control, attribute: string, type: FieldType): number | string | null {
  const text = control.getAttribute(attribute) ?? "";
  if (type === "date") return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null;
  return type === "number" && text !== "" && Number.isFinite(Number(text)) ? Number(text) : null;
}

function optionsOf(controls: readonly Control[]) {
  const given = controls.flatMap((control) =>
    control instanceof HTMLSelectElement
      ? [...control.options].map(({ value, text }) => ({ value, label: text.trim() }))
      : [{ value: sentBy(control), label: ownLabel(control) }],
  );
  const options = given.map(({ value, label }) => ({
    value: value.trim().slice(0, 200),
    label: (label || value.trim()).slice(0, 200),
  }));
  const isNew = (value: string, at: number) =>
    value !== "" && options.findIndex((option) => option.value === value) === at;
  return options.filter(({ value }, at) => isNew(value, at)).slice(0, MAX_FIELD_OPTIONS);
}

/**
 * Returns the value that an option sends. Without a value attribute, it would be "on" for all
 * options.
 */
function sentBy(control: Control): string {
  return control.hasAttribute("value") ? control.value : ownLabel(control);
}

const EMAIL_NAME = /(^|[^a-z])e-?mail([^a-z]|$)|^_?reply_?to$/i;
const PHONE_NAME = /(^|[^a-z])(tele)?phone([^a-z]|$)|(^|[^a-z])(tel|mobile)([^a-z]|$)/i;

/** Guesses the type of a control. Many forms request addresses and numbers in plain inputs. */
function typeOf({ type, name }: Control): FieldType {
  if (type === "text" && (EMAIL_NAME.test(name) || meaningOf(name) === "email")) return "email";
  if (type === "text" && PHONE_NAME.test(name)) return "phone";
  return TYPES[type] ?? "text";
}

/** Converts controls with the same name to one field. */
function toField(controls: readonly [Control, ...Control[]]): GivenField {
  const [first] = controls;
  const isSeveral = first.type === "checkbox" && controls.length > 1;
  const type = isSeveral ? "choices" : typeOf(first);
  const options = isChoiceType(type) ? optionsOf(controls) : null;
  const isGroup = isSeveral || first.type === "radio";
  const isText = isTextType(type);
  const autocomplete = first.getAttribute("autocomplete") ?? "";
  const label = labelOf(first, isGroup);
  const placeholder = first.getAttribute("placeholder")?.slice(0, 300) ?? "";
  return {
    name: first.name.slice(0, 100),
    // A choice without options would accept nothing.
    type: options?.length === 0 ? "text" : type,
    label,
    help: textOf(named(first, "aria-describedby"), 300) || null,
    // The placeholder may have been used as the label.
    placeholder:
      hasPlaceholder(type) && clean(placeholder, 300) !== label ? placeholder || null : null,
    required: controls.some(isRequired) && !isSeveral,
    minLength: isText ? countOf(first, "minlength") : null,
    maxLength: isText ? countOf(first, "maxlength") : null,
    min: boundOf(first, "min", type),
    max: boundOf(first, "max", type),
    options: options?.length === 0 ? null : options,
    multiple: type === "file" && first.hasAttribute("multiple") ? true : null,
    autocomplete:
      AUTOCOMPLETE.test(autocomplete) && !["on", "off"].includes(autocomplete)
        ? autocomplete.slice(0, 100)
        : null,
  };
}

/** Reads the fields of a form in HTML, in order. @param honeypot - the name of the form's own honeypot */
export function readHtml(html: string, honeypot: string): HtmlForm {
  const controls = parseForm(html).controls.filter(({ type }) => !SKIPPED.has(type));
  const traps = controls.filter((control) => isHoneypot(control, honeypot));
  const groups = new Map<string, [Control, ...Control[]]>();
  for (const control of controls) {
    const { name } = control;
    if (traps.includes(control) || isNeverStored(name) || isSetting(control)) continue;
    const group = groups.get(name);
    if (group) group.push(control);
    else groups.set(name, [control]);
  }
  return {
    fields: [...groups.values()].slice(0, MAX_FORM_FIELDS).map(toField),
    traps: [...new Set(traps.map(({ name }) => name))],
  };
}
