import { afterAll, beforeAll, inject } from "vitest";
import { startPgbouncer } from "#tests/support/twins/pgbouncer";

/** Starts a separate pooler with these settings in front of this test file's database. */
export function connectThroughPooler(
  options: Parameters<typeof startPgbouncer>[1],
  settings: Record<string, string>,
): void {
  if (!inject("poolerUrl")) return;
  const started = startPgbouncer(inject("serverUrl"), options);
  beforeAll(async () => {
    const DATABASE_URL = (await started).through(process.env.DATABASE_URL ?? "");
    Object.assign(process.env, { DATABASE_URL, ...settings });
  });
  afterAll(async () => (await started).stop());
}
