import { afterAll, expect, test } from "vitest";
import { startStopping } from "#lib/core/stopping";
import { pool } from "#lib/db/database";
import { installationKey } from "#lib/db/installation-key";
import { forWeb, METHODS } from "#lib/http/http-types";
import { serveLive, serveReady } from "#lib/http/serve-operations";
import { checkEveryAnswer, readResult } from "#tests/support/contract/check-answer";
import { useSecretKeys } from "#tests/support/setup/secret-keys";

const { SECRET_KEY = "" } = process.env;
afterAll(() => useSecretKeys(SECRET_KEY));

type Method = (typeof METHODS)[number];

async function probe(name: "live" | "ready", method: Method = "GET") {
  const serve = forWeb(name === "live" ? serveLive : serveReady);
  const request = new Request(`http://localhost:3000/api/${name}`, { method });
  const answer = await readResult(await serve(request));
  checkEveryAnswer(answer, method);
  return answer;
}

/** The message of a 503 with Retry-After. */
async function reasonNotReady(): Promise<unknown> {
  const { status, headers, json } = await probe("ready");
  expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
  expect(json).toMatchObject({ error: { code: "service_unavailable" } });
  return (json as { error: { message: string } }).error.message;
}

// Checked first: a process that has found all migrations doesn't look again.
test("a process isn't ready while its database lacks a migration", async () => {
  const { rows } = await pool().query<{ name: string }>(
    `UPDATE _prisma_migrations SET finished_at = NULL
    WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)
    RETURNING migration_name AS name`,
  );
  expect(await reasonNotReady()).toBe(`The database lacks the migration ${rows[0]?.name}.`);
  await pool().query("UPDATE _prisma_migrations SET finished_at = now()");
  expect((await probe("ready")).status).toBe(200);
});

test("a process isn't ready with a SECRET_KEY that doesn't match its database", async () => {
  await installationKey();
  useSecretKeys("another-secret-key-of-enough-characters");
  expect(await reasonNotReady()).toContain("SECRET_KEY doesn't match this database.");
  expect((await probe("live")).status).toBe(200);
  useSecretKeys(SECRET_KEY);
  expect((await probe("ready")).json).toEqual({ status: "ok" });
});

test("any number of checks at once take one connection", async () => {
  const clients = await Promise.all(
    Array.from({ length: (pool().options.max ?? 0) - 1 }, () => pool().connect()),
  );
  try {
    const answers = await Promise.all(Array.from({ length: 50 }, () => probe("ready")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(pool().waitingCount).toBe(0);
  } finally {
    for (const client of clients) client.release();
  }
});

test.each(["live", "ready"] as const)("/api/%s only accepts GET and HEAD", async (name) => {
  for (const method of METHODS) {
    const { status } = await probe(name, method);
    expect(status, method).toBe(["GET", "HEAD"].includes(method) ? 200 : 405);
  }
});

// Last: a process that is stopping never becomes ready again.
test("a process that is stopping is live but not ready", async () => {
  startStopping();
  expect(await reasonNotReady()).toBe("This process is stopping.");
  expect((await probe("live")).json).toEqual({ status: "ok" });
});
