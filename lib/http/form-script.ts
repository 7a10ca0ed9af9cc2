const FORM_SCRIPT = /^\/form(\/v\d+)?\.js(\?|$)/;

/** Whether a request is for `/form.js` or a version of it: files that browsers may cache. */
export function isFormScript(target: string): boolean {
  return FORM_SCRIPT.test(target);
}
