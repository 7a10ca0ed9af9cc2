import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { pool } from "#lib/adapters/db/database";
import { log } from "#lib/core/telemetry/log";
import { forWeb } from "#lib/entry/http/http-types";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { getOperatorReport } from "#lib/entry/operations/operator-report";
import { serveMetrics, serveReady } from "#lib/entry/operations/serve-operations";
import {
  dueNotification,
  queueNotification,
  readDelivery,
} from "#tests/support/factories/outbox-state";
import { setUpSmtpEmail } from "#tests/support/twins/live-email";
import type { SmtpFault } from "#tests/support/twins/smtp-twin";
import { createTestClock, START } from "#tests/support/twins/test-clock";

const LOGIN = { user: "forms", password: "p@ss:w/rd" };
const HOUR_MS = 3_600_000;

const live = setUpSmtpEmail({ login: LOGIN });

let warn: MockInstance<ReturnType<typeof log>["warn"]>;
beforeEach(() => {
  warn = vi.spyOn(log(), "warn");
});
afterEach(() => {
  expect(JSON.stringify(warn.mock.calls)).not.toMatch(/p@ss|[a-z]@example/);
  warn.mockRestore();
});

async function emailState() {
  const url = "http://localhost:3000/api/ready";
  const { status, ok } = await forWeb(serveReady)(new Request(url));
  const { email } = await (await forWeb(serveReady)(new Request(url))).json();
  expect([ok, status]).toEqual([true, 200]);
  return email;
}

async function refusedMetric() {
  const headers = { authorization: "Bearer cron-secret-of-the-tests" };
  const request = new Request("http://localhost:3000/api/metrics", { headers });
  const text = await (await forWeb(serveMetrics)(request)).text();
  return /^form_intake_email_rejected (\d)$/m.exec(text)?.[1];
}

describe("a wrong SMTP password", () => {
  it("uses up no email in 22 hours, and all go out with the right one", async () => {
    live.twin.rejectLogins();
    const clock = createTestClock(START);
    const queued = await Promise.all([1, 2, 3].map(() => queueNotification(START)));
    for (let hour = 0; hour < 22; hour += 1) {
      const { refused, failed, retried } = await drainOutbox(clock);
      expect([refused > 0, failed, retried]).toEqual([true, 0, 0]);
      clock.advance(HOUR_MS);
    }
    for (const { deliveryId } of queued)
      expect(await readDelivery(deliveryId)).toMatchObject({ status: "queued", attempts: [] });
    live.twin.reset();
    await drainOutbox(clock);
    expect(live.twin.accepted).toHaveLength(3);
    for (const { deliveryId } of queued)
      expect(await readDelivery(deliveryId)).toMatchObject({ status: "sent", attemptCount: 1 });
  });

  it("fails an email that waited for 23 hours, with the reason and no word about the account", async () => {
    live.twin.rejectLogins();
    const { clock, deliveryId } = await dueNotification();
    await drainOutbox(clock);
    clock.advance(23 * HOUR_MS - 1);
    expect(await drainOutbox(clock)).toMatchObject({ failed: 1 });
    expect(await readDelivery(deliveryId)).toMatchObject({
      status: "failed",
      attempts: [{ error: "The email server rejected the sign-in (535)." }],
    });
  });

  it("is reported by the log, readiness, metrics, and the operator page until an email is accepted", async () => {
    live.twin.rejectLogins();
    const { clock, deliveryId } = await dueNotification();
    expect(await emailState()).toBe("ok");
    await drainOutbox(clock);
    const reason = "The email server rejected the sign-in (535).";
    const retryAt = new Date(START.getTime() + 30_000).toISOString();
    expect(warn.mock.calls).toContainEqual([
      { deliveryId, kind: "notification", reason, retryAt },
      "email not sent yet",
    ]);
    expect([await emailState(), await refusedMetric()]).toEqual(["rejected", "1"]);
    const { email } = await getOperatorReport();
    expect(email.refusal).toEqual({ since: START.getTime(), reason });
    live.twin.reset();
    clock.advance(30_000);
    await drainOutbox(clock);
    expect([await emailState(), await refusedMetric()]).toEqual(["ok", "0"]);
    expect((await getOperatorReport()).email.refusal).toBeNull();
  });

  it("isn't tried again by every waiting email", async () => {
    live.twin.rejectLogins();
    const { clock } = await dueNotification();
    await drainOutbox(clock);
    const before = live.twin.connectionCount();
    clock.advance(1_000);
    for (let nth = 0; nth < 5; nth += 1) await queueNotification(clock.now());
    expect(await drainOutbox(clock)).toMatchObject({ paced: 5 });
    expect(live.twin.connectionCount()).toBe(before);
  });
});

describe("an SMTP server that rejects this service", () => {
  it.each<[string, SmtpFault]>([
    ["in its greeting", { at: "greeting", code: 554 }],
    ["because of the sender", { at: "envelope", code: 553 }],
    ["at the recipient, for want of a sign-in", { at: "recipient", code: 530 }],
  ])("keeps the email waiting %s", async (_where, fault) => {
    live.twin.dropConnections();
    const { clock, deliveryId } = await dueNotification();
    live.twin.failNext(fault, fault);
    expect(await drainOutbox(clock)).toMatchObject({ refused: 1 });
    expect(await readDelivery(deliveryId)).toMatchObject({
      status: "queued",
      attempts: [],
      nextAttemptAt: new Date(START.getTime() + 30_000),
    });
  });

  it("gets the corrected sender from emails that waited", async () => {
    const { clock, deliveryId } = await dueNotification();
    live.twin.failNext({ at: "envelope", code: 553 });
    await drainOutbox(clock);
    expect((await readDelivery(deliveryId)).sealedPayload).toBeNull();
  });
});

describe("an email that is retried", () => {
  it("says why in the log at each attempt, without the server's addresses", async () => {
    const { clock, deliveryId } = await dueNotification();
    const busy = { at: "recipient", code: 451, message: "<owner@example.com> try later" } as const;
    live.twin.failNext(busy);
    await drainOutbox(clock);
    const reason = "The email server responded with 451: <…> try later";
    const line = expect.objectContaining({ deliveryId, reason });
    expect(warn.mock.calls).toContainEqual([line, "email not sent yet"]);
    await pool().query("DELETE FROM send_paces");
  });
});
