import { AppError } from "#lib/core/errors";
import { type JsonMember, splitJsonMembers } from "#lib/core/ordered-json";
import { type Entry, MAX_ENTRIES, tooManyEntries } from "#lib/entry/intake/sort-entries";

/** How deep objects, and lists within lists, may be nested in a submission. */
const MAX_DEPTH = 5;

/** A JSON scalar as text: a string's characters, a number or boolean as written. */
function scalarText(source: string): string {
  return source.startsWith('"') ? String(JSON.parse(source)) : source;
}

const isNested = (source: string) => source.startsWith("{") || source.startsWith("[");

/** Keeps its source text, so that an error page can show it. */
const tooDeep = (name: string, value: string): Entry => ({
  name,
  value,
  problem: `is nested too deeply: objects and lists can be at most ${MAX_DEPTH} levels deep`,
});

/** Keeps a list of scalars, without null. Other lists are flattened by position. */
function flattenList(name: string, source: string, depth: number): Entry[] {
  const items = splitJsonMembers(source).map(({ value }) => value);
  if (!items.some(isNested))
    return [{ name, value: items.filter((item) => item !== "null").map(scalarText) }];
  return items.flatMap((value, at) =>
    flatten({ key: `${name}.${at}`, value }, value.startsWith("[") ? depth + 1 : depth),
  );
}

function flatten({ key: name, value }: JsonMember, depth: number): Entry[] {
  if (value === "null") return [];
  if (value === "false") return [{ name, value, isUnchecked: true }];
  if (!isNested(value)) return [{ name, value: scalarText(value) }];
  if (value.startsWith("["))
    return depth > MAX_DEPTH ? [tooDeep(name, value)] : flattenList(name, value, depth);
  if (depth === MAX_DEPTH) return [tooDeep(name, value)];
  return splitJsonMembers(value).flatMap((member) =>
    flatten({ key: `${name}.${member.key}`, value: member.value }, depth + 1),
  );
}

/** Finds the end of a JSON string that begins at a position. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json[end - escapes - 1] === "\\") escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
}

/** Counts values by their commas before parsing, which would be most of a hostile body's cost. */
function hasTooManyValues(json: string): boolean {
  if (json.length < 2 * MAX_ENTRIES) return false;
  let commas = 0;
  for (let at = 0; at < json.length && commas < MAX_ENTRIES; at += 1)
    if (json[at] === '"') at = endOfString(json, at);
    else if (json[at] === ",") commas += 1;
  return commas === MAX_ENTRIES;
}

/** Returns whether a body may be a JSON object, regardless of its Content-Type. */
export function looksLikeJson(text: string): boolean {
  return /^\s*\{/.test(text);
}

/**
 * Returns the members of a submitted JSON object as entries, in the order written. Nested objects are
 * flattened: `address.city`, `items.0.name`.
 *
 * @throws {AppError} invalid_json; validation_failed when it's JSON but not an object; too_many_fields
 */
export function readJson(text: string): Entry[] {
  const json = text.trim();
  if (hasTooManyValues(json)) throw tooManyEntries();
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch (cause) {
    throw new AppError("invalid_json", "The body isn't valid JSON.", { cause });
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new AppError(
      "validation_failed",
      "The body must be a JSON object with field names and values.",
      { details: [{ path: "", message: "must be an object with field names and values" }] },
    );
  return splitJsonMembers(json).flatMap((member) => {
    const entries = flatten(member, 0);
    return isNested(member.value)
      ? entries.map((entry) => ({ ...entry, root: member.key }))
      : entries;
  });
}
