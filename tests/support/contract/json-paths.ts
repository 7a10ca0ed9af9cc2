type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function join(at: string, name: string): string {
  return at === "" ? name : `${at}.${name}`;
}

/** Dotted paths of everything in a body that is not an object; a list counts as one. */
export function leavesOf(value: unknown, at = ""): string[] {
  if (!isObject(value)) return [at];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, join(at, name)));
}

/** Dotted paths of all objects of a body, those in lists included; the body itself is "". */
export function objectsOf(value: unknown, at = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  const below = Object.entries(value).flatMap(([name, member]) =>
    objectsOf(member, join(at, name)),
  );
  return isObject(value) ? [at, ...below] : below;
}

/** The body with a value of a wrong type in every place. */
export function wrongEverywhere(value: unknown): unknown {
  if (!isObject(value)) return { wrong: "type" };
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, wrongEverywhere(member)]),
  );
}

/** A copy of the body with a property that no one knows in the object at `at`. */
export function withUnknown(body: unknown, at: string): unknown {
  const copy = structuredClone(body);
  const names = at === "" ? [] : at.split(".");
  const object = names.reduce<unknown>((value, name) => (value as Json)[name], copy);
  Object.assign(object as Json, { unknownProperty: 1 });
  return copy;
}
