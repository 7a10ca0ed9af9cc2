import { isLongerThan } from "#lib/core/characters";
import { MAX_NAME_CHARACTERS } from "#lib/core/fields/limits";
import { type Entry, MAX_ENTRIES, tooManyEntries } from "#lib/entry/intake/sort-entries";

/**
 * The start of a line that names a field. What can't be a name belongs to the value before it: nothing, more than a
 * name's length, spaces around it, or the address of a page.
 */
const NAME = new RegExp(
  `^(?!\\w+://)([^\\s=](?:[^=\\r\\n]{0,${2 * MAX_NAME_CHARACTERS - 2}}[^\\s=])?)=`,
  "gm",
);

/**
 * The entries of a form with `enctype="text/plain"`: lines of `name=value`. A line without a name goes on
 * with the value before it, as a text of several lines does. Text before the first name isn't a form's.
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
