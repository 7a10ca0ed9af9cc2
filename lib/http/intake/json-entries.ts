import { AppError } from "#lib/core/errors";
import type { Entry } from "#lib/http/intake/sort-entries";

type Member = { key: string; value: string };

/**
 * The members of a JSON object or list as source text, in the order written. JSON.parse alone would
 * move names like "1" to the front, keep one of two equal names, and round long numbers.
 *
 * @param text - an object or a list that JSON.parse has accepted
 */
function splitMembers(text: string): Member[] {
  const members: Member[] = [];
  let depth = 0;
  let start = 1;
  let colon = -1;
  const end = (at: number) => {
    const value = text.slice(colon === -1 ? start : colon + 1, at).trim();
    const key = colon === -1 ? "" : String(JSON.parse(text.slice(start, colon)));
    if (value !== "") members.push({ key, value });
    start = at + 1;
    colon = -1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      for (at += 1; text[at] !== '"'; at += 1) if (text[at] === "\\") at += 1;
    } else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) end(at);
    } else if (depth === 1 && character === ",") end(at);
    else if (depth === 1 && character === ":") colon = at;
  }
  return members;
}

/** The text a JSON scalar stands for: a string's characters, a number or boolean as written. */
function scalarText(source: string): string {
  return source.startsWith('"') ? String(JSON.parse(source)) : source;
}

const isNested = (source: string) => source.startsWith("{") || source.startsWith("[");

/** Nested values keep their source text, so that a page can show what was sent. */
function toEntries({ key: name, value }: Member): Entry[] {
  if (value === "null") return [];
  if (value.startsWith("{"))
    return [{ name, value, problem: "must be text, a number, true, false or a list of those" }];
  if (!value.startsWith("[")) return [{ name, value: scalarText(value) }];
  const items = splitMembers(value)
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
 * @throws {AppError} invalid_json
 */
export function parseJsonEntries(bytes: Uint8Array): Entry[] {
  let text: string;
  let parsed: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes).trim();
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid_json", "The body is not valid JSON.", { cause });
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new AppError("invalid_json", "The body must be a JSON object of field names and values.");
  return splitMembers(text).flatMap(toEntries);
}
