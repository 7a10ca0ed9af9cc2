/** Names that an ordinary object moves to its front, whenever they were added. */
const INDEX_LIKE = /^(0|[1-9]\d*)$/;

/**
 * An object that lists its properties, and is written as JSON, in the order given, also where names
 * look like numbers or mean something to JavaScript (`__proto__`). Copies of it do not keep the order.
 *
 * @param entries - of equal names the last value counts, at the first one's place
 */
export function toOrderedObject<Value>(
  entries: readonly (readonly [string, Value])[],
): Record<string, Value> {
  const object = Object.fromEntries(entries);
  if (!entries.some(([name]) => INDEX_LIKE.test(name))) return object;
  const names = [...new Set(entries.map(([name]) => name))];
  return new Proxy(object, { ownKeys: () => names });
}
