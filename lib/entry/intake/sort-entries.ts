import { cutCharacters, isLongerThan } from "#lib/core/characters";
import { AppError, type ErrorDetail } from "#lib/core/errors";
import { type NameKind, readNames } from "#lib/core/fields/control-fields";
import type { FieldPairs } from "#lib/core/fields/fields";
import { MAX_NAME_CHARACTERS, MAX_VALUE_CHARACTERS } from "#lib/core/fields/limits";
import { FaultDetail } from "#lib/domain/intake/faults";
import type { OpenForm } from "#lib/domain/intake/open-form";

/** Limits the work on a hostile body. Real forms have far fewer entries. */
export const MAX_ENTRIES = 1_000;
/**
 * The maximum number of names without effect that are kept for the form doctor. Visitors control some of
 * them.
 */
const MAX_UNUSED_NAMES = 20;
/** Scripts that collect all controls of a page also send those without a name. */
export const UNNAMED = "unnamed";

export function tooManyEntries(): AppError {
  return new AppError(
    "too_many_fields",
    `A submission can have at most ${MAX_ENTRIES.toLocaleString("en")} entries.`,
  );
}

/**
 * A name and value as sent. `problem` is a fault in the value's structure; `isUnchecked` marks
 * JSON's false, which scripts send for an unchecked checkbox.
 */
export type Entry = {
  name: string;
  /** The name of the JSON member that contains a nested value. */
  root?: string;
  value: string | string[];
  problem?: string;
  isUnchecked?: boolean;
};

/** Removes the characters that PostgreSQL can't store: NUL and lone surrogates. */
export function storable(text: string): string {
  return text.replaceAll("\u0000", "").toWellFormed();
}

export function nameProblem(name: string): ErrorDetail | null {
  if (!isLongerThan(name, MAX_NAME_CHARACTERS)) return null;
  return {
    path: cutCharacters(name, MAX_NAME_CHARACTERS),
    message: `has a name longer than ${MAX_NAME_CHARACTERS} characters`,
  };
}

function valueProblem(name: string, values: readonly string[]): ErrorDetail | null {
  if (!values.some((value) => isLongerThan(value, MAX_VALUE_CHARACTERS))) return null;
  const shortName = cutCharacters(name, MAX_NAME_CHARACTERS);
  return new FaultDetail({ name: shortName, rule: "too_long", limit: MAX_VALUE_CHARACTERS });
}

/** Returns a function that classifies the names of a submission to a form. */
export function namesOf(
  form: Pick<OpenForm, "settings" | "fieldList">,
  names: readonly string[],
): (name: string) => NameKind {
  const own = new Set(form.fieldList?.fields.map(({ name }) => name));
  return readNames(names, { honeypot: form.settings.honeypot, own });
}

/**
 * Separates fields, control fields, honeypots, and names without effect. A repeated name becomes a list in the position
 * of its first entry; of a repeated control field, the last value is used.
 */
export function sortEntries(entries: readonly Entry[], kindOf: (name: string) => NameKind) {
  // A Map, because names like "__proto__" and "1" are ordinary names.
  const fields = new Map<string, { values: string[]; isList: boolean }>();
  const controls = new Map<string, string>();
  const unused = new Set<string>();
  const honeypotValues: string[] = [];
  const problems = new Map<string, ErrorDetail>();
  let entryCount = 0;
  for (const entry of entries) {
    const ownName = storable(entry.name);
    const name = ownName || UNNAMED;
    const isList = typeof entry.value !== "string";
    const values = (typeof entry.value === "string" ? [entry.value] : entry.value).map(storable);
    if (ownName === "" && values.every((value) => value === "")) continue;
    const rootKind = entry.root === undefined ? "field" : kindOf(storable(entry.root));
    const kind = rootKind === "field" ? kindOf(name) : rootKind;
    if (kind === "honeypot") {
      if (!entry.isUnchecked) for (const value of values) honeypotValues.push(value);
      continue;
    }
    if (kind === "control") controls.set(name, values.at(-1) ?? "");
    if (kind === "unused" && unused.size < MAX_UNUSED_NAMES)
      unused.add(cutCharacters(name, MAX_NAME_CHARACTERS));
    if (kind !== "field") continue;
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
    /** Fields for the service itself. */
    controls,
    /** Names of fields that have no effect and aren't stored. */
    unused: [...unused],
    /** Empty if the honeypot is absent, empty, or an unchecked checkbox. */
    honeypot: honeypotValues.filter((value) => value !== "").join("\n"),
    /** The number of entries without control fields. A list counts each of its entries; an empty list counts as one. */
    entryCount,
    details: [...problems.values()],
  };
}
