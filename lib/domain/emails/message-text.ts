import { cutCharacters, toLine, toPlainBlock } from "#lib/core/characters";
import { formatLabeled } from "#lib/core/dates";
import type { ShownField } from "#lib/domain/forms/fields/shown-fields";

/** Limits all values together, so that no provider cuts or rejects an email for its size. */
export const MAX_CHARACTERS = 50_000;

/**
 * Isolates a visitor's text within a line of plain text, so that its direction doesn't move what
 * follows.
 */
export function isolatedLine(text: string): string {
  return `\u2068${toLine(text, 100)}\u2069`;
}

export type EmailField = { label: string; values: string[] };

/**
 * Returns the fields as an email shows them.
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

/**
 * Formats a time like `21 November 2026 at 13:06 UTC+1`.
 *
 * @param timeZone - the workspace's; UTC without one
 */
export function toTimeText(time: Date, timeZone: string | null): string {
  return formatLabeled(time.getTime(), "minute", timeZone ?? "UTC");
}

export const LEFT_EMPTY = "empty";

/** Indents a visitor's lines so they can't pass for lines of the email itself. */
export function indentLines(text: string): string[] {
  if (text === "") return [`  (${LEFT_EMPTY})`];
  return text.split("\n").map((line) => (line === "" ? "" : `  ${line}`));
}
