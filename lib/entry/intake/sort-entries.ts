import { cutCharacters, isLongerThan } from "#lib/core/characters";
import type { ErrorDetail } from "#lib/core/errors";
import { isHoneypotName, isReservedName } from "#lib/core/fields/control-fields";
import type { FieldPairs } from "#lib/core/fields/fields";
import { MAX_NAME_CHARACTERS, MAX_VALUE_CHARACTERS } from "#lib/domain/intake/limits";

/**
 * A name and value as sent. `problem` shows what's wrong with the value's shape; `isUnchecked` marks
 * JSON's false, which is what scripts send for an unchecked checkbox.
 */
export type Entry = {
  name: string;
  value: string | string[];
  problem?: string;
  isUnchecked?: boolean;
};

/** Text that PostgreSQL can store: no NUL, no lone surrogates. */
export function storable(text: string): string {
  return text.replaceAll("\u0000", "").toWellFormed();
}

export function nameProblem(name: string): ErrorDetail | null {
  if (name === "") return { path: "", message: "A field has no name." };
  if (!isLongerThan(name, MAX_NAME_CHARACTERS)) return null;
  return {
    path: cutCharacters(name, MAX_NAME_CHARACTERS),
    message: `has a name longer than ${MAX_NAME_CHARACTERS} characters`,
  };
}

function valueProblem(name: string, values: readonly string[]): ErrorDetail | null {
  if (!values.some((value) => isLongerThan(value, MAX_VALUE_CHARACTERS))) return null;
  return {
    path: cutCharacters(name, MAX_NAME_CHARACTERS),
    message: `must be at most ${MAX_VALUE_CHARACTERS.toLocaleString("en")} characters`,
  };
}

/**
 * Separates fields, control fields, and honeypots. A repeated name becomes a list in the position of
 * its first entry; the last value of a repeated control field counts.
 */
export function sortEntries(entries: readonly Entry[], honeypot: string) {
  // A Map, because names like "__proto__" and "1" are ordinary names.
  const fields = new Map<string, { values: string[]; isList: boolean }>();
  const controls = new Map<string, string>();
  const honeypotValues: string[] = [];
  const problems = new Map<string, ErrorDetail>();
  let entryCount = 0;
  for (const entry of entries) {
    const name = storable(entry.name);
    const isList = typeof entry.value !== "string";
    const values = (typeof entry.value === "string" ? [entry.value] : entry.value).map(storable);
    if (isHoneypotName(name, honeypot)) {
      if (!entry.isUnchecked) for (const value of values) honeypotValues.push(value);
      continue;
    }
    if (isReservedName(name)) {
      controls.set(name, values.at(-1) ?? "");
      continue;
    }
    const earlier = fields.get(name);
    if (earlier) {
      earlier.isList = true;
      for (const value of values) earlier.values.push(value);
    } else fields.set(name, { values, isList });
    entryCount += Math.max(1, values.length);
    const shape = entry.problem ? { path: name, message: entry.problem } : null;
    const problem = nameProblem(name) ?? shape ?? valueProblem(name, values);
    if (problem && !problems.has(problem.path)) problems.set(problem.path, problem);
  }
  return {
    /** In the order sent. */
    fields: [...fields].map(([name, { values, isList }]): FieldPairs[number] => [
      name,
      isList ? values : (values[0] ?? ""),
    ]),
    /** Fields that the service reads itself (`isReservedName`). */
    controls,
    /** Empty if it's absent, empty, or an unchecked checkbox. */
    honeypot: honeypotValues.filter((value) => value !== "").join("\n"),
    /** Without control fields; a list counts its entries, an empty list counts as one. */
    entryCount,
    details: [...problems.values()],
  };
}
