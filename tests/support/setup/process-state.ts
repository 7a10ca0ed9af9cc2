const STORE = Symbol.for("form-intake.singletons");

/** What the service keeps once per process (lib/core/singleton.ts). */
export function processState(): Map<string, unknown> {
  const shared = globalThis as typeof globalThis & { [STORE]?: Map<string, unknown> };
  shared[STORE] ??= new Map();
  return shared[STORE];
}

/** Continues as a process that was started with these environment variables. */
export function restartWith(variables: Readonly<Record<string, string>>): void {
  Object.assign(process.env, variables);
  processState().delete("settings");
}
