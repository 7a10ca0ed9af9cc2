import { Webhook as StandardWebhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { db } from "#lib/adapters/db/database";
import { DESTINATION_KINDS, type DestinationKind } from "#lib/domain/endpoints/chats/kinds";
import { getDestination } from "#lib/domain/endpoints/destinations";
import { retryWebhookDelivery } from "#lib/domain/endpoints/retry-delivery";
import { rotateDestinationSecret, updateDestination } from "#lib/domain/endpoints/save-destination";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { submitTo } from "#tests/support/contract/intake";
import { auditEntriesOf } from "#tests/support/factories/audit-entries";
import { addDestination, DESTINATION_URLS } from "#tests/support/factories/destination-factories";
import { contextAt, createOwnForm } from "#tests/support/factories/factories";
import { answer } from "#tests/support/twins/receiver";
import { GONE, setUpServices, TAKEN, TOO_FAST, taken } from "#tests/support/twins/service-receiver";
import { createTestClock, receiveAt, START } from "#tests/support/twins/test-clock";

const services = await setUpServices();

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FIELDS = { name: "Ada <@everyone>", topic: "Sales & more", message: "Hello *there*" };

/** A form with one destination that has got one message, which is due. */
async function setUp(kind: DestinationKind, input: Record<string, unknown> = {}) {
  await receiveAt(START);
  const { workspace, form } = await createOwnForm({ now: START });
  const destination = await addDestination(workspace, form, { kind, now: START, ...input });
  const post = (json: object = FIELDS) => submitTo(form, json);
  const submissionId = await post();
  const ctx = contextAt(workspace, START);
  const read = () =>
    db().delivery.findFirstOrThrow({
      where: { webhookId: destination.id, submissionId },
      include: { attempts: { orderBy: { number: "asc" } } },
    });
  const health = async () => (await getDestination(ctx, form.id, destination.id)).health;
  const update = (change: Parameters<typeof updateDestination>[3]) =>
    updateDestination(ctx, form.id, destination.id, change);
  return { workspace, form, destination, submissionId, ctx, post, read, health, update };
}

describe.each(DESTINATION_KINDS)("a %s destination", (kind) => {
  it("gets a message in its own format, byte for byte, signed only if it's a webhook", async () => {
    const { read, health, submissionId } = await setUp(kind);
    expect(await health()).toBe("unknown");
    services.reply(taken(kind));
    // The other one is the notification.
    expect(await drainOutbox(createTestClock(START))).toMatchObject({ claimed: 2, sent: 2 });
    const [received] = services.received;
    const url = new URL(DESTINATION_URLS[kind]);
    expect(received?.path).toBe(url.pathname + url.search);
    expect(received?.headers["content-type"]).toBe("application/json");
    expect(received?.headers.host).toBe(url.hostname);
    for (const name of ["webhook-signature", "webhook-id"])
      expect(name in (received?.headers ?? {})).toBe(kind === "webhook");
    const delivery = await read();
    expect(received?.body).toBe(delivery.body);
    expect(received?.body).toContain(submissionId);
    expect(delivery).toMatchObject({ status: "delivered", attempts: [{ outcome: "succeeded" }] });
    expect(await health()).toBe("healthy");
  });

  it("gets the largest message that a form accepts, within its own limits", async () => {
    const { read, post, destination } = await setUp(kind);
    services.reply(taken(kind));
    // Each of these doubles in one of the formats.
    const value = '<&"*_\\😀é'.repeat(2_000).slice(0, 18_000);
    const entries = Array.from({ length: 8 }, (_, n): [string, string] => [`Field ${n}`, value]);
    const fields = { name: "Bo", ...Object.fromEntries(entries) };
    const largest = await post(fields);
    await drainOutbox(createTestClock(START));
    const where = { webhookId: destination.id, submissionId: largest };
    expect(await db().delivery.findFirstOrThrow({ where })).toMatchObject({ status: "delivered" });
    expect(await read()).toMatchObject({ status: "delivered" });
    const body = services.received.find((one) => one.body.includes(largest))?.body ?? "";
    const isWhole = kind === "webhook" || kind === "sheets";
    expect(body.includes(JSON.stringify(value)), "the whole text").toBe(isWhole);
  });

  it("waits as long as it asks to, without counting an attempt", async () => {
    const clock = createTestClock(START);
    const { read, health } = await setUp(kind);
    services.replyNext(TOO_FAST[kind], TAKEN[kind]);
    expect(await drainOutbox(clock)).toMatchObject({ throttled: 1 });
    expect(await read()).toMatchObject({
      status: "queued",
      attemptCount: 0,
      attempts: [],
      nextAttemptAt: new Date(START.getTime() + 30_000),
    });
    expect(await health()).toBe("unknown");
    clock.advance(30_000);
    await drainOutbox(clock);
    expect(await read()).toMatchObject({ status: "delivered", attemptCount: 1 });
  });

  it("counts attempts as failed after it has asked to wait for 24 hours", async () => {
    const clock = createTestClock(START);
    const { read } = await setUp(kind);
    services.reply(TOO_FAST[kind]);
    await drainOutbox(clock);
    clock.advance(24 * HOUR_MS);
    expect(await drainOutbox(clock)).toMatchObject({ retried: 1 });
    expect(await read()).toMatchObject({ status: "retrying", attemptCount: 1 });
  });

  it("is suspended once it's gone, and a URL that works ends that", async () => {
    const { read, health, post, destination, update } = await setUp(kind);
    services.reply(GONE[kind]);
    expect(await drainOutbox(createTestClock(START))).toMatchObject({ failed: 1 });
    expect(await read()).toMatchObject({ status: "failed", failureReason: "endpoint_gone" });
    expect(await health()).toBe("suspended");
    const stored = { submissionId: await post({ name: "Bo" }), webhookId: destination.id };
    expect(await db().delivery.findFirst({ where: stored })).toMatchObject({
      status: "failed",
      failureReason: "endpoint_suspended",
    });
    await update({ url: DESTINATION_URLS[kind] });
    expect(await health()).toBe("unknown");
  });

  it("is tried again after a failure, with the same bytes and the schedule of webhooks", async () => {
    const clock = createTestClock(START);
    const { read, health } = await setUp(kind);
    services.replyNext(answer(500), answer(500), answer(500), TAKEN[kind]);
    await drainOutbox(clock);
    expect(await read()).toMatchObject({
      status: "retrying",
      attempts: [{ outcome: "http_error" }],
    });
    for (const [minutes, then] of [
      [2, "unknown"],
      [7, "failing"],
      [40, "healthy"],
    ] as const) {
      clock.advance(minutes * MINUTE_MS);
      await drainOutbox(clock);
      expect(await health()).toBe(then);
    }
    expect(await read()).toMatchObject({ status: "delivered", attemptCount: 4 });
    expect(new Set(services.received.map(({ body }) => body)).size).toBe(1);
  });

  it("gets only the sender's name and a link if that's its content", async () => {
    const { submissionId } = await setUp(kind, { content: "link" });
    services.reply(taken(kind));
    await drainOutbox(createTestClock(START));
    const body = services.received[0]?.body ?? "";
    expect(body).toContain("Ada");
    expect(body).toContain(`/inbox/${submissionId}`);
    expect(body).not.toMatch(/Sales|Hello/);
  });

  it("stores its URL encrypted if it's a secret, and never in a log of attempts", async () => {
    const { destination, read } = await setUp(kind);
    const row = await db().webhook.findFirstOrThrow({ where: { id: destination.id } });
    services.reply(answer(500));
    await drainOutbox(createTestClock(START));
    const { attempts } = await read();
    if (kind === "webhook") return expect(row.url).toBe(DESTINATION_URLS.webhook);
    const { origin } = new URL(DESTINATION_URLS[kind]);
    expect(row.url).toBe(`${origin}/…${DESTINATION_URLS[kind].slice(-4)}`);
    expect(JSON.stringify([row, attempts])).not.toContain("secret");
  });
});

it("destinations get one delivery each, besides the form's webhook, in the accepting statement", async () => {
  const { workspace, form, post } = await setUp("webhook");
  for (const kind of DESTINATION_KINDS.filter((other) => other !== "webhook"))
    await addDestination(workspace, form, { kind, now: START });
  await addDestination(workspace, form, { kind: "webhook", enabled: false, now: START });
  const submissionId = await post();
  expect(await db().delivery.count({ where: { submissionId, channel: "webhook" } })).toBe(6);
});

it.each([
  ["all", ["sales", "nothing"], 0],
  ["all", ["sales & more"], 1],
  ["any", ["nothing", "SALES & MORE"], 1],
  ["any", ["nothing"], 0],
] as const)(
  "destinations with conditions (%s of %j) get what matches",
  async (match, values, count) => {
    const rules = values.map((value) => ({ field: "topic", operator: "equals", value }));
    const { destination } = await setUp("slack", { conditions: { match, rules } });
    expect(await db().delivery.count({ where: { webhookId: destination.id } })).toBe(count);
  },
);

it("destinations that a service created are deleted by its 410, which the audit log says", async () => {
  const { destination, workspace } = await setUp("webhook", { source: "Zapier" });
  services.reply(GONE.webhook);
  await drainOutbox(createTestClock(START));
  const row = await db().webhook.findFirstOrThrow({ where: { id: destination.id } });
  expect(row).toMatchObject({ url: "", sealedSecret: null, deletedAt: expect.any(Date) });
  expect(await auditEntriesOf(workspace, "destination.deleted")).toMatchObject([
    { actorKind: "system", details: { source: "Zapier" } },
  ]);
});

it("destinations get what is waiting at their new URL, under the new revision", async () => {
  const { update, read } = await setUp("webhook");
  await update({ url: "https://hooks.example.com/moved" });
  await drainOutbox(createTestClock(START));
  expect(services.received.map(({ path }) => path)).toEqual(["/moved"]);
  expect(await read()).toMatchObject({ status: "delivered" });
});

it("destinations get nothing that was waiting when they were turned off", async () => {
  const { update, read } = await setUp("discord");
  await update({ enabled: false });
  await drainOutbox(createTestClock(START));
  expect(services.received).toEqual([]);
  const failureReason = "endpoint_disabled";
  expect(await read()).toMatchObject({ status: "cancelled", failureReason });
});

it("destinations are signed by both secrets during the overlap of a rotation, and then by the new one", async () => {
  const clock = createTestClock(new Date());
  const { form, destination, workspace, post } = await setUp("webhook");
  const ctx = contextAt(workspace, clock.now());
  const { id } = destination;
  const rotated = await rotateDestinationSecret(ctx, form.id, id, { overlapHours: 1 });
  await drainOutbox(clock);
  const verify = (secret = "") => {
    const { headers, body } = services.received.at(-1) ?? { headers: {}, body: "" };
    new StandardWebhook(secret).verify(body, headers as Record<string, string>);
  };
  expect(() => verify(destination.signingSecret)).not.toThrow();
  expect(() => verify(rotated.signingSecret)).not.toThrow();
  await post();
  clock.advance(HOUR_MS);
  await drainOutbox(clock);
  expect(services.received.at(-1)?.headers["webhook-signature"]).not.toContain(" ");
});

it("destinations get a delivered message again on request, with the same ID and bytes", async () => {
  const clock = createTestClock(START);
  const { form, destination, workspace, read } = await setUp("webhook");
  await drainOutbox(clock);
  clock.advance(MINUTE_MS);
  const ctx = contextAt(workspace, clock.now());
  await retryWebhookDelivery(ctx, form.id, (await read()).id, destination.id);
  await drainOutbox(clock);
  const [first, second] = services.received;
  expect([second?.id, second?.body]).toEqual([first?.id, first?.body]);
  expect(await read()).toMatchObject({
    status: "delivered",
    attempts: [{ trigger: "automatic" }, { trigger: "manual" }],
  });
});
