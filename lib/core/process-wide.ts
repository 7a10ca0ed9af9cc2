const STORE = Symbol.for("form-intake.process-wide");
const registry: { [STORE]?: Map<string, unknown> } = globalThis;

/**
 * One instance per process. Next bundles its own copy of `lib/` while `server.ts` loads another, so
 * a module-level variable would exist twice; pools, limiters and stores must not.
 *
 * @param name - unique name of the thing; the same name must always come with the same type
 */
export function processWide<T>(name: string, create: () => T): T {
  registry[STORE] ??= new Map();
  const store = registry[STORE];
  if (!store.has(name)) store.set(name, create());
  return store.get(name) as T;
}
