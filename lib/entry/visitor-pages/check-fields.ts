import { html, Markup } from "#lib/core/html";
import type { Fault } from "#lib/domain/forms/fields/rules";
import type { Field } from "#lib/domain/forms/fields/schema";
import { problemText } from "#lib/entry/visitor-pages/kept-fields";
import type { PageTexts } from "#lib/entry/visitor-pages/words/page-texts";
import { faultText } from "#lib/entry/visitor-pages/words/sentences";

type CheckedField = Pick<
  Field,
  "name" | "type" | "label" | "required" | "minLength" | "min" | "max"
>;
type Rule = Fault extends infer One ? (One extends Fault ? Omit<One, "name"> : never) : never;

/** The rules of a field that browsers check, by their names in a `ValidityState`. */
function rulesOf({
  type,
  required,
  minLength,
  min,
  max,
}: CheckedField): Record<string, Rule | false> {
  const missing = type === "checkbox" ? "unchecked" : type === "file" ? "no_file" : "missing";
  return {
    "bad-input": (type === "number" || type === "date") && { rule: type },
    "value-missing": required === true && { rule: missing },
    "type-mismatch": type === "email" && { rule: "email" },
    "too-short": minLength !== null && minLength > 0 && { rule: "too_short", limit: minLength },
    "range-underflow": min !== null && { rule: "too_small", limit: min },
    "range-overflow": max !== null && { rule: "too_large", limit: max },
  };
}

/** Returns attributes of an input: what the page's script writes below the label when a rule is broken. */
export function problemAttributes(field: CheckedField, texts: PageTexts): Markup {
  const { name, label } = field;
  return html`${Object.entries(rulesOf(field)).map(
    ([state, rule]) =>
      rule &&
      html` data-${new Markup(state)}="${problemText(label, [faultText({ name, ...rule }, texts)], texts)}"`,
  )}`;
}

/**
 * Shows what's wrong below the labels: when visitors leave a field, and for all fields when they send. The browser's own
 * bubbles are in its language, one at a time. It shows them without scripts, and for rules without a text here.
 */
const SCRIPT = new Markup(`const form = document.currentScript.previousElementSibling;
const check = (input) => {
  const [, text] = Object.entries(input.dataset).find(([state]) => input.validity?.[state]) ?? [];
  const box = input.closest("fieldset,.field");
  let note = box?.querySelector(".problem");
  if (!text) {
    if (input.ariaInvalid) note?.remove();
    for (const one of box?.querySelectorAll("[aria-invalid]") ?? []) one.removeAttribute("aria-invalid");
    return false;
  }
  if (!note) {
    note = document.createElement("p");
    note.className = "problem";
    note.id = input.id + "-problem";
    box.querySelector("legend,.option,label").after(note);
  }
  note.textContent = text;
  input.setAttribute("aria-invalid", "true");
  const ids = (input.getAttribute("aria-describedby") ?? "").split(" ");
  input.setAttribute("aria-describedby", [...new Set([note.id, ...ids])].join(" ").trim());
  return true;
};
form.addEventListener("focusout", ({ target }) => target.validity?.valueMissing || check(target));
form.addEventListener("input", ({ target }) => target.ariaInvalid && check(target));
form.addEventListener("invalid", (event) => {
  if (!check(event.target)) return;
  event.preventDefault();
  form.querySelector("[aria-invalid]").focus();
}, true);`);

/** Renders the script that checks the fields of the form before it. */
export function checkScript(nonce: string): Markup {
  return html`<script nonce="${nonce}">${SCRIPT}</script>`;
}
