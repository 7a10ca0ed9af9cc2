import { isLongerThan } from "#lib/core/characters";
import { MAX_NAME_CHARACTERS } from "#lib/core/fields/limits";
import { type Entry, MAX_ENTRIES, tooManyEntries } from "#lib/entry/intake/sort-entries";

/**
 * Matches the start of a line with a field's name. If it can't be a name, the line belongs to the previous value:
 * if it's empty, longer than a name, surrounded by spaces, or a page's URL.
 */
const NAME = new RegExp(
  `^(?!\\w+://)([^\\s=](?:[^=\\r\\n]{0,${2 * MAX_NAME_CHARACTERS - 2}}[^\\s=])?)=`,
  "gm",
);

/**
 * Reads the entries of a form with `enctype="text/plain"`: lines of `name=value`. A line without a name
 * continues the previous value, as in a text with several lines. Text before the first name isn't from a
 * form.
 *
 * @throws {AppError} too_many_fields
 */
export function readTextForm(text: string): Entry[] {
  const names: { name: string; start: number; valueStart: number }[] = [];
  for (const match of text.matchAll(NAME)) {
    const [line, name = ""] = match;
    if (isLongerThan(name, MAX_NAME_CHARACTERS)) continue;
    if (names.length === MAX_ENTRIES) throw tooManyEntries();
    names.push({ name, start: match.index, valueStart: match.index + line.length });
  }
  return names.map(({ name, valueStart }, at) => {
    const next = names[at + 1]?.start ?? text.length;
    return { name, value: text.slice(valueStart, next).replace(/\r?\n$/, "") };
  });
}
