/** Honeypots of other form services. People can't see them, so a filled one means spam. */
const FOREIGN_HONEYPOTS: ReadonlySet<string> = new Set(["_gotcha", "_honey", "bot-field"]);

/** Control fields of other form services that have no effect here. */
const UNUSED_NAMES: ReadonlySet<string> = new Set([
  "form-name",
  "access_key",
  "_captcha",
  "_template",
  "_format",
  "_language",
]);

/**
 * Control fields of other form services that work here too. Unlike the names above, they're stored like
 * any field. In lower case, to compare with `valuesNamed`.
 */
export const REPLY_NAMES: readonly string[] = ["_replyto", "_reply_to", "replyto"];
export const SUBJECT_NAMES: readonly string[] = ["_subject"];
export const REDIRECT_NAMES: readonly string[] = ["_next", "_redirect"];

/** Fields that other services act on; here they're stored, and the form doctor reports them. In lower case. */
export const INERT_NAMES = ["redirect", "_cc"] as const;

/** Returns whether a page sets the field for the service to read, so that a visitor needn't see it. */
export function isPageName(name: string): boolean {
  return [...SUBJECT_NAMES, ...REDIRECT_NAMES].includes(name.toLowerCase());
}

/** Returns whether another form service acts on the field and it works here too: it's stored, but it isn't the form's. */
export function isServiceName(name: string): boolean {
  return REPLY_NAMES.includes(name.toLowerCase()) || isPageName(name);
}

/** Returns whether the field is accepted, but has no effect and isn't stored. */
export function isUnusedName(name: string): boolean {
  return UNUSED_NAMES.has(name);
}

/** @param honeypot - the name of the form's own honeypot */
export function isHoneypotName(name: string, honeypot: string): boolean {
  return name === honeypot || FOREIGN_HONEYPOTS.has(name);
}

const RESERVED_NAMES: ReadonlySet<string> = new Set([
  "cf-turnstile-response",
  "_charset_",
  ...FOREIGN_HONEYPOTS,
  ...UNUSED_NAMES,
]);

/** {@link isReservedName} as a pattern, for the OpenAPI document. */
export const RESERVED_NAME_PATTERN = `^_service_|^(${[...RESERVED_NAMES].join("|")})$`;

/** Names that are never stored as fields, whatever the form's settings. */
export function isReservedName(name: string): boolean {
  return name.startsWith("_service_") || RESERVED_NAMES.has(name);
}

/** Returns whether the field is never stored: a reserved name or the form's own honeypot. */
export function isControlName(name: string, honeypot: string): boolean {
  return isReservedName(name) || name === honeypot;
}
