// Doesn't use Zod, because pages load this file.
import { entriesOf, hasContent } from "#lib/core/characters";
import { isAddress } from "#lib/core/email-address";
import { REPLY_NAMES } from "#lib/core/fields/control-fields";
import { meaningOf } from "#lib/core/fields/name-meanings";
import type { Meaning } from "#lib/core/fields/name-words";

type Fields = readonly (readonly [string, string | readonly string[]])[];

/** The members of a form's own field that show who the sender is. */
export type SenderField = { name: string; type: string; autocomplete?: string | null };

/** The sender of a submission, according to its fields. `email` is always an address. */
export type FoundSender = { name: string | null; email: string | null };

/** Returns the values of a field, trimmed and without blank ones. */
function textsOf(value: string | readonly string[]): string[] {
  return entriesOf(value)
    .filter(hasContent)
    .map((text) => text.trim());
}

type Test = (name: string) => boolean;

function firstText(fields: Fields, isWanted: Test, fits: Test = () => true): string | null {
  for (const [name, value] of fields) {
    const found = isWanted(name) ? textsOf(value).find(fits) : undefined;
    if (found !== undefined) return found;
  }
  return null;
}

/** Returns the first value of the form's own fields of a kind, in order. */
function firstOwn(
  fields: Fields,
  own: readonly SenderField[],
  isKind: (field: SenderField) => boolean,
  fits?: Test,
): string | null {
  for (const field of own) {
    const found = isKind(field) ? firstText(fields, (name) => name === field.name, fits) : null;
    if (found !== null) return found;
  }
  return null;
}

const means = (meaning: Meaning) => (name: string) => meaningOf(name) === meaning;
const isAutofilled = (token: string) => (field: SenderField) =>
  field.autocomplete?.split(" ").at(-1) === token;

/** Returns the only address among all values, or null if there are several. */
function onlyAddress(fields: Fields): string | null {
  const isTheirs = (text: string) => text.includes("@") && isAddress(text);
  const values = fields.flatMap(([name, value]) => {
    const found = textsOf(value).filter(isTheirs);
    return found.length > 0 && meaningOf(name) !== "other" ? found : [];
  });
  const [only, ...others] = new Set(values);
  return only === undefined || others.length > 0 ? null : only;
}

function findAddress(fields: Fields, own: readonly SenderField[]): string | null {
  return (
    firstOwn(fields, own, ({ type }) => type === "email", isAddress) ??
    firstText(fields, (name) => name.toLowerCase() === "email", isAddress) ??
    firstText(fields, (name) => REPLY_NAMES.includes(name.toLowerCase()), isAddress) ??
    firstText(fields, means("email"), isAddress) ??
    onlyAddress(fields)
  );
}

/** Han, kana, and Hangul: scripts in which the family name comes first. */
const FAMILY_FIRST = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u30fc]+$/u;

function joinNames(given: string | null, family: string | null): string | null {
  if (given === null || family === null) return given ?? family;
  const isFamilyFirst = FAMILY_FIRST.test(given) && FAMILY_FIRST.test(family);
  return isFamilyFirst ? `${family} ${given}` : `${given} ${family}`;
}

/**
 * Finds a name in fields that are named like one. `nom` with `prenom`, or `nome` with `cognome`, is only a part of
 * it.
 */
function nameByMeaning(fields: Fields): string | null {
  const whole = firstText(fields, means("name"));
  const given = firstText(fields, means("given_name"));
  const family = firstText(fields, means("family_name"));
  if (whole === null || (given !== null && family !== null))
    return whole ?? joinNames(given, family);
  if (given !== null) return whole.includes(given) ? whole : joinNames(given, whole);
  return family === null || whole.includes(family) ? whole : joinNames(whole, family);
}

function findName(fields: Fields, own: readonly SenderField[]): string | null {
  return (
    firstOwn(fields, own, isAutofilled("name")) ??
    joinNames(
      firstOwn(fields, own, isAutofilled("given-name")),
      firstOwn(fields, own, isAutofilled("family-name")),
    ) ??
    firstText(fields, (name) => name.toLowerCase() === "name") ??
    nameByMeaning(fields)
  );
}

/**
 * Finds the sender of a submission. Their address is the first of: the form's first `email` field with an address, a
 * field named `email`, `_replyto` and its variants, a field whose name means *email*, and the only value that is an
 * address. Their name is found in the same way. Pure; takes microseconds.
 *
 * @param own - the form's own fields; none if it has no list
 */
export function findSender(fields: Fields, own: readonly SenderField[]): FoundSender {
  return { name: findName(fields, own), email: findAddress(fields, own) };
}

/**
 * Returns the sender of a stored submission. Messages of earlier releases may have none stored, or a text that isn't an
 * address: then it's found now.
 */
export function completeSender(
  stored: FoundSender,
  fields: Fields,
  own: readonly SenderField[],
): FoundSender {
  const email = stored.email !== null && isAddress(stored.email) ? stored.email : null;
  if (stored.name !== null && email !== null) return { name: stored.name, email };
  const found = findSender(fields, own);
  return { name: stored.name ?? found.name, email: email ?? found.email };
}

/**
 * Returns fields for rules and conditions: `name` and `email` are the sender's, unless the submission has fields with
 * those names.
 */
export function withSender<Value>(
  fields: readonly [string, Value][],
  sender: FoundSender,
): [string, Value | string][] {
  const isSent = (name: string) => fields.some(([field]) => field === name);
  const found = Object.entries({ name: sender.name, email: sender.email }).flatMap(
    ([name, value]): [string, string][] => (value === null || isSent(name) ? [] : [[name, value]]),
  );
  return [...fields, ...found];
}

const PHONE = /^\+?[\d\s()./x-]{5,30}$/;

/** Finds the sender's phone number, which identifies someone who left no name and address. */
export function findPhone(fields: Fields, own: readonly SenderField[]): string | null {
  const isPhone = (text: string) => PHONE.test(text) && text.replace(/\D/g, "").length >= 3;
  return (
    firstOwn(fields, own, ({ type }) => type === "phone", isPhone) ??
    firstText(fields, means("phone"), isPhone)
  );
}

/** Returns whether a field shows who the sender is, so that a preview doesn't have to repeat it. */
export function isSenderName(name: string): boolean {
  const meaning = meaningOf(name) ?? "other";
  return (
    REPLY_NAMES.includes(name.toLowerCase()) ||
    ["email", "name", "given_name", "family_name"].includes(meaning)
  );
}
