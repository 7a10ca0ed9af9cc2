/** A member of an object, or an item of a list with an empty key; `value` is its source text. */
export type JsonMember = { key: string; value: string };

/**
 * Returns the members of a JSON object or list as source text, in the order written. JSON.parse
 * would move names like "1" to the front, keep only one of two equal names, and round long numbers.
 *
 * @param text - an object or list that JSON.parse accepts
 */
export function splitJsonMembers(text: string): JsonMember[] {
  const members: JsonMember[] = [];
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

/**
 * Parses like JSON.parse, but objects keep the order in which they were written. Recursive, so only
 * for JSON that this service wrote.
 *
 * @param text - JSON that JSON.parse accepts, without surrounding white space
 */
export function parseOrderedJson(text: string): unknown {
  if (text.startsWith("["))
    return splitJsonMembers(text).map(({ value }) => parseOrderedJson(value));
  if (!text.startsWith("{")) return JSON.parse(text);
  return toOrderedObject(
    splitJsonMembers(text).map(({ key, value }) => [key, parseOrderedJson(value)] as const),
  );
}

/** Matches names that an ordinary object moves to the front, whenever they were added. */
const INDEX_LIKE = /^(0|[1-9]\d*)$/;

/**
 * Creates an object that lists and serializes its properties in the given order, even when names
 * look like numbers or have a meaning in JavaScript (`__proto__`). Copies don't keep the order.
 *
 * @param entries - a repeated name takes the last value at the first one's position
 */
export function toOrderedObject<Value>(
  entries: readonly (readonly [string, Value])[],
): Record<string, Value> {
  const object = Object.fromEntries(entries);
  if (!entries.some(([name]) => INDEX_LIKE.test(name))) return object;
  const names = [...new Set(entries.map(([name]) => name))];
  return new Proxy(object, { ownKeys: () => names });
}
