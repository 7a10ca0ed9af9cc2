import { cutCharacters, toPlainBlock } from "#lib/core/characters";
import { formatMoment } from "#lib/core/dates";
import type { ShownField } from "#lib/domain/forms/fields/shown-fields";

/** Limits all values together, so that no provider cuts or rejects an email for its size. */
export const MAX_CHARACTERS = 50_000;

/** The same in one line, for subjects, names, and labels. */
export function toLine(text: string, maxCharacters: number): string {
  const line = toPlainBlock(text).replaceAll(/\s+/gu, " ").trim();
  return cutCharacters(line, maxCharacters);
}

/**
 * A visitor's text as part of a line of text, where no element can isolate it: its direction doesn't
 * move what follows.
 */
export function isolatedLine(text: string): string {
  return `\u2068${toLine(text, 100)}\u2069`;
}

export type EmailField = { label: string; values: string[] };

/**
 * The fields as an email shows them.
 *
 * @returns `isCut` when the text was too long and shortened
 */
export function toEmailFields(shown: readonly ShownField[]): {
  fields: EmailField[];
  isCut: boolean;
} {
  let room = MAX_CHARACTERS;
  let isCut = false;
  const fit = (value: string): string[] => {
    const whole = toPlainBlock(value);
    if (whole !== "" && room <= 0) {
      isCut = true;
      return [];
    }
    const kept = cutCharacters(whole, room);
    room -= kept.length;
    if (kept.length < whole.length) isCut = true;
    return [kept];
  };
  const fields = shown.flatMap(({ label, values }): EmailField[] => {
    if (room <= 0) {
      isCut = true;
      return [];
    }
    return [{ label: toLine(label, 120), values: values.flatMap(fit) }];
  });
  return { fields, isCut };
}

/** `21 November 2026 at 12:06 UTC`: the reader's time zone is unknown. */
export function toTimeText(time: Date): string {
  return formatMoment(time.getTime(), "minute", undefined);
}

/** Characters that people don't see in a text, but that keep a pattern from matching. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** A dot before a letter or digit (`example.com`, `10.0.0.1`), an address, a path, or a scheme. */
const LINKED = /[.。][\p{L}\p{N}]|@|\/\/|\\|:(?=\S)|\bwww\b/iu;

/**
 * A name that an account selects, for an email to someone who may not know them: without anything that an
 * email program could turn into a link.
 *
 * @returns null if the name contains a URL, a domain, or an email address: leave it out
 */
export function toUnlinkedName(name: string, maxCharacters: number): string | null {
  const line = toLine(name.normalize("NFKC").replaceAll(INVISIBLE, ""), maxCharacters);
  return line === "" || LINKED.test(line) ? null : line;
}
