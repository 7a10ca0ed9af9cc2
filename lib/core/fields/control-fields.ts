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

/**
 * Fields that other services act on. Here, they're only stored, and the form doctor reports them. In lower
 * case.
 */
export const INERT_NAMES = ["_cc"] as const;

/** Returns whether the page sets the field for the service, so that visitors needn't see it. */
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
 * Control fields in which `/form.js` and our own pages send the page that a message is sent from: its URL, its title,
 * and the previous page. The first one is also used for the visitor's way back.
 */
export const SENDER_PAGE_FIELD = "_service_page";
export const SENDER_TITLE_FIELD = "_service_title";
export const SENDER_REFERRER_FIELD = "_service_referrer";

/**
 * The control field in which `/form.js` sends the milliseconds between the first input and sending.
 */
export const FILLED_IN_FIELD = "_service_filled_in_ms";

/**
 * The control field with the time when the hosted form was shown, in epoch milliseconds, because that page has no
 * script.
 */
export const SHOWN_AT_FIELD = "_service_shown_at";

/** Names of fields for the service itself. */
const RESERVED_NAMES: ReadonlySet<string> = new Set([
  "cf-turnstile-response",
  "altcha",
  "_charset_",
]);

/** Matches the same names as {@link isReservedName}, for the OpenAPI document. */
export const RESERVED_NAME_PATTERN = `^_service_|^(${[...RESERVED_NAMES].join("|")})$`;

/** Matches the same names as {@link isNeverStored}. */
export const NEVER_STORED_PATTERN = `^(_service_|_email\\.|_wpcf7)|^(${[
  ...RESERVED_NAMES,
  ...FOREIGN_HONEYPOTS,
  ...UNUSED_NAMES,
].join("|")})$`;

/** Returns whether a field is never stored, even if the form defines it. */
export function isReservedName(name: string): boolean {
  return name.startsWith("_service_") || RESERVED_NAMES.has(name);
}

/** Returns whether a field is never stored unless the form's own fields have its name. */
export function isNeverStored(name: string): boolean {
  return isReservedName(name) || isForeignHoneypot(name) || isUnusedName(name);
}

/**
 * The kind of a submitted field: stored as a field, read by the service, a trap for bots, or without effect.
 */
export type NameKind = "field" | "control" | "honeypot" | "unused";

/** The names that vary between forms: the form's own honeypot, and the names of its fields. */
export type FormNames = { honeypot: string; own: ReadonlySet<string> };

/**
 * Returns the kind of each name of a submission. A form's own fields take precedence over names of
 * other services.
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
