import { isHoneypotName, isServiceName } from "#lib/core/fields/control-fields";
import {
  isHoneypot,
  isNextPage,
  isRequired,
  isSetting,
  parseForm,
  restoreAttributes,
} from "./parse-html";

/** Attributes of forms for other services. */
const SERVICE_ATTRIBUTE =
  /netlify|^data-(static-form-name|sb-|email$|validation|on|fs-|basin-|botpoison-)|^target$/;
/** Spam checks of other services, whose results can’t be verified here. */
const CAPTCHAS = "[data-netlify-recaptcha], [netlify-recaptcha], .g-recaptcha, .h-captcha";

/** Matches submission URLs of other services. Any other action is the next page, as with Netlify. */
const isEndpoint = (action: string) =>
  /^(https?:)?\/\/|^(mailto|javascript):|\.php\b/i.test(action);

/**
 * Returns the page that visitors of the form see next: a URL or a path; null if the form has none.
 */
export function findNextPage(html: string): string | null {
  const { form, controls } = parseForm(html);
  const named = controls.find(isNextPage)?.value;
  const action = form?.getAttribute("action")?.trim() ?? "";
  const isPage = /^[^#?{]/.test(action) && action !== "/" && !isEndpoint(action);
  return named?.trim() || (isPage ? action : null);
}

/** Attributes that need no value. */
const BOOLEAN =
  /(?<=\s)(required|hidden|disabled|checked|multiple|selected|novalidate|readonly|autofocus)=""/g;

type Target = {
  /** The form's URL here. */
  address: string;
  /** The name of its honeypot. */
  honeypot: string;
};

/**
 * Changes the code of a pasted form so that it sends here: without elements that only other services read, and
 * with the form's honeypot. Null if there is no form.
 */
export function convertHtml(html: string, { address, honeypot }: Target): string | null {
  const { form, controls } = parseForm(html);
  if (!form) return null;
  for (const name of form.getAttributeNames())
    if (SERVICE_ATTRIBUTE.test(name)) form.removeAttribute(name);
  form.setAttribute("action", address);
  form.setAttribute("method", "post");
  if (form.querySelector("input[type=file]")) form.setAttribute("enctype", "multipart/form-data");
  const traps = controls.filter((control) => isHoneypot(control, honeypot));
  for (const trap of traps)
    if (!isHoneypotName(trap.name, honeypot)) trap.setAttribute("name", honeypot);
  if (traps.length === 0)
    form.insertAdjacentHTML(
      "afterbegin",
      `\n  <p hidden><input name="${honeypot}" tabindex="-1" autocomplete="off"></p>`,
    );
  for (const control of controls) {
    if (isRequired(control)) control.setAttribute("required", "");
    const label = control.labels?.[0]?.textContent?.trim() ?? "";
    if (control.type === "radio" && !control.hasAttribute("value") && label !== "")
      control.setAttribute("value", label);
    // Fields that work here too are kept, except for the next page, which is a setting of the form.
    const isUseful = isServiceName(control.name) && !isNextPage(control);
    if (isSetting(control) && !isUseful && !traps.includes(control)) control.remove();
  }
  for (const useless of form.querySelectorAll(`template, ${CAPTCHAS}`)) useless.remove();
  return restoreAttributes(form.outerHTML)
    .replaceAll(BOOLEAN, "$1")
    .replaceAll(/\n(?:[ \t]*\n)+/g, "\n");
}
