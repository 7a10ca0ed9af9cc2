import { describe, expect, it } from "vitest";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { dueNotification, readDelivery } from "#tests/support/factories/outbox-state";
import { expectUncertain, setUpSmtpEmail } from "#tests/support/twins/live-email";
import type { SmtpFault } from "#tests/support/twins/smtp-twin";
import { START } from "#tests/support/twins/test-clock";

const LOGIN = { user: "forms", password: "p@ss:w/rd" };

const live = setUpSmtpEmail({ login: LOGIN });

/** Fails the next attempt, also if it takes a new connection. */
const failNext = (fault: SmtpFault) => live.twin.failNext(fault, fault);

describe("an email sent through an SMTP server", () => {
  it("arrives once, from our address, with the visitor in Reply-To", async () => {
    const { clock, deliveryId } = await dueNotification();
    expect(await drainOutbox(clock)).toMatchObject({ claimed: 1, sent: 1 });
    expect(await readDelivery(deliveryId)).toMatchObject({
      status: "sent",
      providerEmailId: null,
      attempts: [{ outcome: "sent", error: null }],
    });
    expect(live.twin.accepted).toHaveLength(1);
    const [{ from, to, content } = { from: "", to: [], content: "" }] = live.twin.accepted;
    expect({ from, to }).toEqual({ from: "forms@example.com", to: ["owner@example.com"] });
    expect(content).toMatch(/^From: Contact via Form Intake <forms@example\.com>\r$/m);
    expect(content).toMatch(/^Reply-To: "?Ada Lovelace"? <ada@example\.com>\r$/m);
    expect(content).toMatch(/^Subject: New form submission\r$/m);
  });

  it.each<[string, SmtpFault]>([
    ["421", { at: "recipient", code: 421 }],
    ["451", { at: "recipient", code: 451 }],
    ["451 after the sender", { at: "envelope", code: 451 }],
    ["451 after the content", { at: "content", code: 451 }],
    ["a connection that breaks before the content", { at: "envelope", end: "drop" }],
  ])("is repeated after %s, and then arrives once", async (_name, fault) => {
    const { clock, deliveryId } = await dueNotification();
    failNext(fault);
    expect(await drainOutbox(clock)).toMatchObject({ retried: 1 });
    expect(await readDelivery(deliveryId)).toMatchObject({
      status: "retrying",
      nextAttemptAt: new Date(START.getTime() + 30_000),
      attempts: [{ outcome: "failed" }],
    });
    live.twin.reset();
    clock.advance(30_000);
    expect(await drainOutbox(clock)).toMatchObject({ sent: 1 });
    expect(live.twin.accepted).toHaveLength(1);
  });

  it.each<[string, SmtpFault]>([
    ["550", { at: "recipient", code: 550, message: "5.1.1 No such user" }],
    ["554 after the content", { at: "content", code: 554, message: "5.7.1 Spam" }],
  ])("fails at once after %s, with the server's words", async (_name, fault) => {
    const { clock, deliveryId } = await dueNotification();
    failNext(fault);
    expect(await drainOutbox(clock)).toMatchObject({ failed: 1 });
    const { status, attempts } = await readDelivery(deliveryId);
    expect(status).toBe("failed");
    expect(attempts[0]?.error).toMatch(/^The email server responded with 55\d: 5\.\d\.1 /);
  });
});

describe("an email that may have arrived by SMTP", () => {
  it("is uncertain at once if the connection breaks after the content, and isn't repeated", async () => {
    const { clock, deliveryId } = await dueNotification();
    live.twin.failNext({ at: "content", end: "drop" });
    expect(await drainOutbox(clock)).toMatchObject({ uncertain: 1 });
    await expectUncertain(deliveryId, clock);
    expect(live.twin.received).toHaveLength(1);
  });
});
