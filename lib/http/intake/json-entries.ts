import { AppError } from "#lib/core/errors";
import { type JsonMember, splitJsonMembers } from "#lib/core/ordered-json";
import { decodeText } from "#lib/http/intake/charset";
import type { Entry } from "#lib/http/intake/sort-entries";

/** The text a JSON scalar stands for: a string's characters, a number or boolean as written. */
function scalarText(source: string): string {
  return source.startsWith('"') ? String(JSON.parse(source)) : source;
}

const isNested = (source: string) => source.startsWith("{") || source.startsWith("[");

/** Nested values keep their source text, so that a page can show what was sent. */
function toEntries({ key: name, value }: JsonMember): Entry[] {
  if (value === "null") return [];
  if (value.startsWith("{"))
    return [{ name, value, problem: "must be text, a number, true, false or a list of those" }];
  if (value === "false") return [{ name, value, isUnchecked: true }];
  if (!value.startsWith("[")) return [{ name, value: scalarText(value) }];
  const items = splitJsonMembers(value)
    .map((member) => member.value)
    .filter((item) => item !== "null");
  const entry = { name, value: items.map((item) => (isNested(item) ? item : scalarText(item))) };
  return items.some(isNested)
    ? [{ ...entry, problem: "must be a flat list, without lists or objects in it" }]
    : [entry];
}

/**
 * The members of a submitted JSON object as entries, in the order written; null is left out.
 *
 * @throws {AppError} invalid_json; validation_failed when it is JSON but not an object
 */
export function parseJsonEntries(bytes: Uint8Array, encoding: string): Entry[] {
  const { text, isExact } = decodeText(bytes, encoding);
  if (!isExact) throw new AppError("invalid_json", `The body is not valid ${encoding} text.`);
  const json = text.replace(/^\uFEFF/, "").trim();
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch (cause) {
    throw new AppError("invalid_json", "The body is not valid JSON.", { cause });
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new AppError(
      "validation_failed",
      "The body must be a JSON object of field names and values.",
      { details: [{ path: "", message: "must be an object of field names and values" }] },
    );
  return splitJsonMembers(json).flatMap(toEntries);
}
