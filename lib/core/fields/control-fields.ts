/** Honeypots of other form services. People can't see them, so a filled one means spam. */
const FOREIGN_HONEYPOTS: ReadonlySet<string> = new Set([
  "_gotcha",
  "_honey",
  "_honeypot",
  "honeypot",
  "bot-field",
]);

/** Fields of other form services and frameworks that have no effect here. */
const UNUSED_NAMES: ReadonlySet<string> = new Set([
  "form-name",
  "access_key",
  "accessKey",
  "apiKey",
  "_captcha",
  "_template",
  "_format",
  "_language",
  "_autoresponse",
  "_webhook",
  "_append",
  "_html",
  "g-recaptcha-response",
  "h-captcha-response",
  "utf8",
  "idstamp",
  "authenticity_token",
  "csrfmiddlewaretoken",
]);
const UNUSED_PREFIXES: readonly string[] = ["_email.", "_wpcf7"];

/** The sender's name in emails of a service whose forms send {@link KEY_OF_FROM_NAME} too; elsewhere it's a field. */
const FROM_NAME = "from_name";
const KEY_OF_FROM_NAME = "access_key";

/**
 * Control fields of other form services that work here too. Unlike the names above, they're stored like
 * any field. In lower case, to compare with `valuesNamed`.
 */
export const REPLY_NAMES: readonly string[] = ["_replyto", "_reply_to", "replyto"];
export const SUBJECT_NAMES: readonly string[] = ["_subject"];
export const REDIRECT_NAMES: readonly string[] = ["_next", "_redirect", "redirect", "redirectto"];

/** Fields that other services act on; here they're stored, and the form doctor reports them. In lower case. */
export const INERT_NAMES = ["_cc"] as const;

/** Returns whether a page sets the field for the service to read, so that a visitor needn't see it. */
export function isPageName(name: string): boolean {
  return [...SUBJECT_NAMES, ...REDIRECT_NAMES].includes(name.toLowerCase());
}

/** Returns whether this is another form service's special field that we support: it's stored, but it isn't a field of the form. */
export function isServiceName(name: string): boolean {
  return REPLY_NAMES.includes(name.toLowerCase()) || isPageName(name);
}

/** Returns whether the field of another service has no effect here, so that it isn't stored. */
export function isUnusedName(name: string): boolean {
  return UNUSED_NAMES.has(name) || UNUSED_PREFIXES.some((prefix) => name.startsWith(prefix));
}

function isForeignHoneypot(name: string): boolean {
  return FOREIGN_HONEYPOTS.has(name);
}

/**
 * Returns whether the field is a honeypot of a form whose fields don't have the name.
 *
 * @param honeypot - the name of the form's own honeypot
 */
export function isHoneypotName(name: string, honeypot: string): boolean {
  return name === honeypot || FOREIGN_HONEYPOTS.has(name);
}

/**
 * In these control fields, `/form.js` and our own pages send where a message is written: the page, its title, and the
 * page before. The first one also leads its visitor back.
 */
export const SENDER_PAGE_FIELD = "_service_page";
export const SENDER_TITLE_FIELD = "_service_title";
export const SENDER_REFERRER_FIELD = "_service_referrer";

/** In this control field, `/form.js` sends the milliseconds between the first input and sending. */
export const FILLED_IN_FIELD = "_service_filled_in_ms";

/** In this control field, the hosted form carries the time when it was shown, in epoch milliseconds. It runs no script. */
export const SHOWN_AT_FIELD = "_service_shown_at";

/** Names that the service reads itself. */
const RESERVED_NAMES: ReadonlySet<string> = new Set([
  "cf-turnstile-response",
  "altcha",
  "_charset_",
]);

/** {@link isReservedName} as a pattern, for the OpenAPI document. */
export const RESERVED_NAME_PATTERN = `^_service_|^(${[...RESERVED_NAMES].join("|")})$`;

/** {@link isNeverStored} as a pattern. */
export const NEVER_STORED_PATTERN = `^(_service_|_email\\.|_wpcf7)|^(${[
  ...RESERVED_NAMES,
  ...FOREIGN_HONEYPOTS,
  ...UNUSED_NAMES,
].join("|")})$`;

/** Names that are never stored as fields, even if the form defines them. */
export function isReservedName(name: string): boolean {
  return name.startsWith("_service_") || RESERVED_NAMES.has(name);
}

/** Returns whether a field is never stored unless the form's own fields have its name. */
export function isNeverStored(name: string): boolean {
  return isReservedName(name) || isForeignHoneypot(name) || isUnusedName(name);
}

/** What a submitted field is to the service: stored as a field, read, a trap for bots, or without effect. */
export type NameKind = "field" | "control" | "honeypot" | "unused";

/** The names that make a form differ from others: its own honeypot, and those in its list of fields. */
export type FormNames = { honeypot: string; own: ReadonlySet<string> };

/**
 * Tells what each name of a submission is. A form's own fields win over names of other services.
 *
 * @param names - all names of the submission
 */
export function readNames(names: readonly string[], { honeypot, own }: FormNames) {
  const hasKey = names.includes(KEY_OF_FROM_NAME);
  return (name: string): NameKind => {
    if (name === honeypot) return "honeypot";
    if (isReservedName(name)) return "control";
    if (own.has(name)) return "field";
    if (isForeignHoneypot(name)) return "honeypot";
    return isUnusedName(name) || (hasKey && name === FROM_NAME) ? "unused" : "field";
  };
}
