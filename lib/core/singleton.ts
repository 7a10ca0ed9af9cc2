const STORE = Symbol.for("form-intake.singletons");

/**
 * Returns the map shared by both copies of this module; the symbol guarantees that no one else set
 * it.
 */
function store(): Map<string, unknown> {
  const shared = globalThis as typeof globalThis & { [STORE]?: Map<string, unknown> };
  shared[STORE] ??= new Map();
  return shared[STORE];
}

/**
 * Returns one instance per process. Next bundles its own copy of `lib/` while the self-hosted server
 * loads another, so a module-level variable exists twice; pools, limiters, and stores must not. Shared
 * objects must not throw `AppError` to pages, because its class exists twice too.
 *
 * @param name - unique; a name must always be used with the same type
 */
export function singleton<T>(name: string, create: () => T): T {
  const shared = store();
  if (!shared.has(name)) shared.set(name, create());
  return shared.get(name) as T;
}
