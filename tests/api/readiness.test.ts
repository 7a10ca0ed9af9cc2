import { afterAll, expect, test } from "vitest";
import { pool } from "#lib/adapters/db/database";
import { installationKey } from "#lib/adapters/db/installation-key";
import { release } from "#lib/core/settings/settings";
import { startStopping } from "#lib/core/stopping";
import { forWeb, METHODS } from "#lib/entry/http/http-types";
import { serveHealth, serveLive, serveReady } from "#lib/entry/operations/serve-operations";
import { checkEveryAnswer, readResult } from "#tests/support/contract/check-answer";
import { emptyOutbox, queueNotification } from "#tests/support/factories/outbox-state";
import { useSecretKeys } from "#tests/support/setup/secret-keys";

const { SECRET_KEY = "" } = process.env;
afterAll(() => useSecretKeys(SECRET_KEY));

type Method = (typeof METHODS)[number];

const ENDPOINTS = { health: serveHealth, live: serveLive, ready: serveReady };

async function probe(name: keyof typeof ENDPOINTS, method: Method = "GET", headers?: HeadersInit) {
  const request = new Request(`http://localhost:3000/api/${name}`, {
    method,
    headers: headers ?? {},
  });
  const answer = await readResult(await forWeb(ENDPOINTS[name])(request));
  checkEveryAnswer(answer, method);
  return answer;
}

async function healthFor(authorization?: string) {
  const { status, json } = await probe(
    "health",
    "GET",
    authorization === undefined ? {} : { authorization },
  );
  return [status, json];
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

test.each(["health", "live", "ready"] as const)(
  "/api/%s only accepts GET and HEAD",
  async (name) => {
    for (const method of METHODS) {
      const { status, headers } = await probe(name, method);
      const expected = ["GET", "HEAD"].includes(method) ? [200, null] : [405, "GET, HEAD"];
      expect([status, headers.get("allow")], method).toEqual(expected);
    }
  },
);

test("the health check responds with 200, the version and the commit when the database is available", async () => {
  expect(await healthFor()).toEqual([200, { status: "ok", ...release() }]);
});

test("the health check shows the outbox lag and the limiter to operators", async () => {
  await emptyOutbox();
  const bearer = "Bearer cron-secret-of-the-tests";
  const idle = { dueCount: 0, oldestDueSeconds: null };
  const limiter = { kind: "memory", isFallback: false };
  const ok = { status: "ok", ...release(), limiter };
  expect(await healthFor(bearer)).toEqual([200, { ...ok, outbox: idle }]);
  const now = Date.now();
  await queueNotification(new Date(now - 90_000));
  await queueNotification(new Date(now - 30_000));
  await queueNotification(new Date(now + 3_600_000));
  const oldestDueSeconds = expect.toSatisfy((seconds: number) => seconds >= 90);
  const late = { dueCount: 2, oldestDueSeconds };
  expect(await healthFor(bearer)).toEqual([200, { ...ok, outbox: late }]);
});

test.each(["", "Bearer ", "Bearer wrong", "cron-secret-of-the-tests"])(
  "the health check hides the outbox lag with Authorization %j",
  async (authorization) => {
    expect(await healthFor(authorization)).toEqual([200, { status: "ok", ...release() }]);
  },
);

// Last: a process that is stopping never becomes ready again.
test("a process that is stopping is live but not ready", async () => {
  startStopping();
  expect(await reasonNotReady()).toBe("This process is stopping.");
  expect((await probe("live")).json).toEqual({ status: "ok" });
});
