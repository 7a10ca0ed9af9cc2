import { expect, test } from "vitest";
import { release } from "#lib/core/settings";
import { forWeb } from "#lib/http/http-types";
import { serveHealth } from "#lib/http/serve-operations";
import { checkEveryAnswer, readResult } from "#tests/support/contract/check-answer";
import { emptyOutbox, queueNotification } from "#tests/support/factories/outbox-state";

async function getHealth(authorization?: string) {
  const headers = new Headers(authorization === undefined ? [] : { authorization });
  const answer = await readResult(
    await forWeb(serveHealth)(new Request("http://localhost:3000/api/health", { headers })),
  );
  checkEveryAnswer(answer, "GET");
  return [answer.status, answer.json];
}

test("the health check responds with 200, the version and the commit when the database is available", async () => {
  expect(await getHealth()).toEqual([200, { status: "ok", ...release() }]);
});

test("the health check shows the outbox lag and the limiter to operators", async () => {
  await emptyOutbox();
  const bearer = "Bearer cron-secret-of-the-tests";
  const idle = { dueCount: 0, oldestDueSeconds: null };
  const limiter = { kind: "memory", isFallback: false };
  const ok = { status: "ok", ...release(), limiter };
  expect(await getHealth(bearer)).toEqual([200, { ...ok, outbox: idle }]);
  const now = Date.now();
  await queueNotification(new Date(now - 90_000));
  await queueNotification(new Date(now - 30_000));
  await queueNotification(new Date(now + 3_600_000));
  const oldestDueSeconds = expect.toSatisfy((seconds: number) => seconds >= 90);
  const late = { dueCount: 2, oldestDueSeconds };
  expect(await getHealth(bearer)).toEqual([200, { ...ok, outbox: late }]);
});

test.each(["", "Bearer ", "Bearer wrong", "cron-secret-of-the-tests"])(
  "the health check hides the outbox lag with Authorization %j",
  async (authorization) => {
    expect(await getHealth(authorization)).toEqual([200, { status: "ok", ...release() }]);
  },
);

test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const)(
  "the health check rejects %s with an error response",
  async (method) => {
    const request = new Request("http://localhost:3000/api/health", { method });
    const answer = await readResult(await forWeb(serveHealth)(request));
    checkEveryAnswer(answer, method);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  },
);
