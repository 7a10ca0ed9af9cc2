import { beforeEach } from "vitest";
import { restartWith } from "#tests/support/setup/process-state";

/** Continues as a process that was started with these keys. */
export function useSecretKeys(current: string, old: readonly string[] = []): void {
  restartWith({ SECRET_KEY: current, SECRET_KEYS_OLD: old.join(",") });
}

/** Restores the keys of the test run before each test of a file. */
export function restoreSecretKeys(): void {
  const { SECRET_KEY = "" } = process.env;
  beforeEach(() => useSecretKeys(SECRET_KEY));
}
