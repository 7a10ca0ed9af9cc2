import { beforeEach } from "vitest";

const STORE = Symbol.for("form-intake.singletons");

/** Continues as a process that was started with these keys. */
export function useSecretKeys(current: string, old: readonly string[] = []): void {
  process.env.SECRET_KEY = current;
  process.env.SECRET_KEYS_OLD = old.join(",");
  const store = (globalThis as typeof globalThis & { [STORE]?: Map<string, unknown> })[STORE];
  store?.delete("settings");
}

/** Restores the keys of the test run before each test of a file. */
export function restoreSecretKeys(): void {
  const { SECRET_KEY = "" } = process.env;
  beforeEach(() => useSecretKeys(SECRET_KEY));
}
