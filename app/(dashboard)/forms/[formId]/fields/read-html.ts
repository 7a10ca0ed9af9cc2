import { isHoneypotName, isReservedName, isServiceName } from "#lib/core/control-fields";
import { labelFrom } from "#lib/fields/label-from";
import type { FieldType } from "#lib/fields/types";
import { type GivenField, MAX_FIELDS } from "./draft";

export type HtmlForm = {
  fields: GivenField[];
  /** Names of fields that look like traps for bots. */
  traps: string[];
};

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

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
/** Inputs that ask for nothing, and passwords, which don't belong into messages. */
const SKIPPED = new Set(["submit", "button", "reset", "image", "password"]);

const MAX_OPTIONS = 100;
const AUTOCOMPLETE = /^[a-z][a-z0-9-]*( [a-z][a-z0-9-]*)*$/;

/** Styles and scripts under other names: the browser neither applies nor reports them. */
function inert(html: string): string {
  return html
    .replace(/\b(style\s*=)/gi, "data-$1")
    .replace(/<(\/?)(?:style|script|link|base|meta)\b/gi, "<$1template")
    .replace(/\bon(\w+\s*=)/gi, "data-on$1");
}

function textOf(element: Element | null | undefined, max: number): string {
  if (!element) return "";
  const copy = document.importNode(element, true);
  for (const control of copy.querySelectorAll("input, select, textarea, button")) control.remove();
  const text = (copy.textContent ?? "").replace(/\s+/g, " ").trim();
  return text.replace(/[\s*:]+$/, "").slice(0, max);
}

/** Elements that a control names by their IDs. */
function named(control: Element, attribute: string): Element | null {
  const [id = ""] = (control.getAttribute(attribute) ?? "").split(/\s+/);
  return id === "" ? null : control.ownerDocument.getElementById(id);
}

function ownLabel(control: Control): string {
  return (
    textOf(control.labels?.[0], 120) ||
    textOf(named(control, "aria-labelledby"), 120) ||
    (control.getAttribute("aria-label") ?? "").trim().slice(0, 120)
  );
}

/** The label of a control, or of a group of them. */
function labelOf(control: Control, isGroup: boolean): string {
  const legend = control.closest("fieldset")?.querySelector("legend");
  const placeholder = (control.getAttribute("placeholder") ?? "").trim().slice(0, 120);
  const label = isGroup ? textOf(legend, 120) : ownLabel(control) || placeholder;
  return label || labelFrom(control.name);
}

const HIDING =
  /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d])|(left|top)\s*:\s*-\d{3,}/i;
const TRAP_NAME = /honey|(^|[_-])(hp|trap|gotcha|botcheck)([_-]|$)/i;

/** Tells whether people can't see the control, or its name says that it's for bots. */
function isTrap(control: Control, honeypot: string): boolean {
  if (isHoneypotName(control.name, honeypot)) return true;
  if (control.type === "hidden") return false;
  const isHiding = (element: Element) =>
    HIDING.test(element.getAttribute("data-style") ?? "") ||
    element.hasAttribute("hidden") ||
    element.getAttribute("aria-hidden") === "true";
  for (let at: Element | null = control; at && at.tagName !== "FORM"; at = at.parentElement)
    if (isHiding(at) || TRAP_NAME.test(`${at.id} ${at.className}`)) return true;
  const isSkipped = control.getAttribute("tabindex") === "-1" && control.autocomplete === "off";
  return isSkipped || TRAP_NAME.test(control.name);
}

/** The attribute as a number of a list's limits, or null. */
function countOf(control: Control, attribute: string): number | null {
  const text = control.getAttribute(attribute) ?? "";
  const value = Number(text);
  return text !== "" && Number.isInteger(value) && value >= 0 && value <= 20_000 ? value : null;
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
      : [{ value: control.value, label: ownLabel(control) }],
  );
  const options = given
    .map(({ value, label }) => ({ value: value.trim(), label: label || value.trim() }))
    .map(({ value, label }) => ({ value: value.slice(0, 200), label: label.slice(0, 200) }));
  const isNew = (value: string, at: number) =>
    value !== "" && options.findIndex((option) => option.value === value) === at;
  return options.filter(({ value }, at) => isNew(value, at)).slice(0, MAX_OPTIONS);
}

/** The field that controls of one name make. */
function toField(controls: readonly [Control, ...Control[]]): GivenField {
  const [first] = controls;
  const isSeveral = first.type === "checkbox" && controls.length > 1;
  const type = isSeveral ? "choices" : (TYPES[first.type] ?? "text");
  const isChoice = type === "choice" || type === "choices";
  const options = isChoice ? optionsOf(controls) : null;
  const isGroup = isSeveral || first.type === "radio";
  const isText = ["text", "long_text", "email", "url", "phone"].includes(type);
  const autocomplete = first.getAttribute("autocomplete") ?? "";
  const hint =
    first.getAttribute("aria-describedby") === null ? null : named(first, "aria-describedby");
  return {
    name: first.name.slice(0, 100),
    // A choice without options would accept nothing.
    type: options?.length === 0 ? "text" : type,
    label: labelOf(first, isGroup),
    help: textOf(hint, 300) || null,
    placeholder:
      isText || type === "number" ? first.getAttribute("placeholder")?.slice(0, 300) || null : null,
    required: controls.some(({ required }) => required) && !isSeveral,
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

/** The form with the most controls: a page may have a search field too. */
function findControls(page: Document): Control[] {
  const controlsIn = (root: ParentNode) => [
    ...root.querySelectorAll<Control>("input[name], select[name], textarea[name]"),
  ];
  const [largest] = [...page.forms].map(controlsIn).sort((one, other) => other.length - one.length);
  return largest ?? controlsIn(page);
}

/**
 * The fields of a form in HTML, in their order. The browser parses it without running or loading anything.
 *
 * @param honeypot - the name of the form's own honeypot
 */
export function readHtml(html: string, honeypot: string): HtmlForm {
  const page = new DOMParser().parseFromString(inert(html), "text/html");
  const controls = findControls(page).filter(
    ({ name, type }) => name.trim() !== "" && !SKIPPED.has(type),
  );
  const traps = controls.filter((control) => isTrap(control, honeypot));
  const groups = new Map<string, [Control, ...Control[]]>();
  for (const control of controls) {
    const { name } = control;
    if (traps.includes(control) || isReservedName(name) || isServiceName(name)) continue;
    const group = groups.get(name);
    if (group) group.push(control);
    else groups.set(name, [control]);
  }
  return {
    fields: [...groups.values()].slice(0, MAX_FIELDS).map(toField),
    traps: [...new Set(traps.map(({ name }) => name))],
  };
}
