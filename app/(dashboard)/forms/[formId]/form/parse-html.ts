import {
  INERT_NAMES,
  isHoneypotName,
  isServiceName,
  isUnusedName,
  REDIRECT_NAMES,
} from "#lib/core/fields/control-fields";

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Renames styles and scripts, so that the browser neither applies nor reports them. */
function inert(html: string): string {
  return html
    .replace(/\b(style\s*=)/gi, "data-$1")
    .replace(/<(\/?)(?:style|script|link|base|meta)\b/gi, "<$1template")
    .replace(/\bon(\w+\s*=)/gi, "data-on$1");
}

/** Reverses {@link inert}. */
export function restoreAttributes(html: string): string {
  return html.replace(/\bdata-((?:style|on\w+)\s*=)/gi, "$1");
}

const NAMED = ["input", "select", "textarea"].map((tag) => `${tag}[name]:not([name=""])`).join();

/**
 * Names the controls of a form by their IDs if a script reads them that way. Otherwise the form
 * would send nothing.
 */
function nameByIds(root: ParentNode): Control[] {
  const controls = [...root.querySelectorAll<Control>("input[id], select[id], textarea[id]")];
  for (const control of controls) control.setAttribute("name", control.id);
  return controls;
}

type ParsedForm = {
  /** Null if there are only controls. */
  form: HTMLFormElement | null;
  /** All have a name. */
  controls: Control[];
};

/**
 * Finds the form with the most controls, because a page may also have a search field. Nothing in it runs or
 * is loaded.
 */
export function parseForm(html: string): ParsedForm {
  const page = new DOMParser().parseFromString(inert(html), "text/html");
  const countIn = (root: ParentNode) => root.querySelectorAll("input, select, textarea").length;
  const [form = null] = [...page.forms].sort((one, other) => countIn(other) - countIn(one));
  const named = [...(form ?? page).querySelectorAll<Control>(NAMED)];
  const controls = named.length > 0 ? named : nameByIds(form ?? page);
  return { form, controls: controls.filter(({ name }) => name.trim() !== "") };
}

const HIDING =
  /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d])|(left|top)\s*:\s*-\d{3,}/i;
const TRAP_NAME = /honey|(^|[_-])(hp|trap|gotcha|botcheck)([_-]|$)/i;

/** Returns whether people can't see the control, or its name shows that it's for bots. */
export function isHoneypot(control: Control, honeypot: string): boolean {
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

/** Returns whether the control contains the URL of the next page. */
export function isNextPage({ type, name }: Control): boolean {
  return (
    type === "hidden" && [...REDIRECT_NAMES, "_after", "_redirect_url"].includes(name.toLowerCase())
  );
}

/** Returns whether the control is a setting for a form service, so that it isn't a field of the form. */
export function isSetting(control: Control): boolean {
  const { type, name } = control;
  if (type !== "hidden") return false;
  const isKnown =
    isUnusedName(name) || name === "from_name" || isServiceName(name) || isNextPage(control);
  return isKnown || name.startsWith("_") || INERT_NAMES.some((one) => one === name.toLowerCase());
}

/** Returns whether a value is required, by HTML or by the attribute of a script that checks it. */
export function isRequired(control: Control): boolean {
  return control.required || /\brequired\b/.test(control.dataset.sbValidations ?? "");
}

/** A label right before the control that belongs to no other, as when its `for` is wrong or missing. */
export function labelNear(control: Control): HTMLLabelElement | null {
  for (const at of [control, control.parentElement]) {
    const before = at?.previousElementSibling;
    const label = before?.matches("label") ? before : before?.querySelector("label");
    if (label instanceof HTMLLabelElement && label.control === null) return label;
  }
  return null;
}
