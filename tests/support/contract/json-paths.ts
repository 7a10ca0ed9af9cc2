type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function join(at: string, name: string): string {
  return at === "" ? name : `${at}.${name}`;
}

/** Dotted paths of all values that aren't objects; a list counts as one value. */
export function leavesOf(value: unknown, at = ""): string[] {
  if (!isObject(value)) return [at];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, join(at, name)));
}

/** Dotted paths of all objects, including those in lists; the body itself is "". */
export function objectsOf(value: unknown, at = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  const below = Object.entries(value).flatMap(([name, member]) =>
    objectsOf(member, join(at, name)),
  );
  return isObject(value) ? [at, ...below] : below;
}

/** The body with every value replaced by one of the wrong type. */
export function wrongEverywhere(value: unknown): unknown {
  if (!isObject(value)) return { wrong: "type" };
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, wrongEverywhere(member)]),
  );
}

/** A copy of the body with an unknown property in the object at `at`. */
export function withUnknown(body: unknown, at: string): unknown {
  const copy = structuredClone(body);
  const names = at === "" ? [] : at.split(".");
  const object = names.reduce<unknown>((value, name) => (value as Json)[name], copy);
  Object.assign(object as Json, { unknownProperty: 1 });
  return copy;
}
