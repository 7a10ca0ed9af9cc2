import { Webhook as StandardWebhook } from "standardwebhooks";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#lib/adapters/db/database";
import { createWebhookHttpClient } from "#lib/adapters/http-calls/webhook-http-client";
import { WebhookCallError } from "#lib/adapters/http-calls/webhook-outcome";
import { ReceiverTest } from "#lib/domain/endpoints/receiver-checks";
import { testReceiver } from "#lib/domain/endpoints/test-receiver";
import { callAccount, dataOf, errorOf } from "#tests/support/contract/api";
import { signedIn } from "#tests/support/factories/account-factories";
import { contextAt, createForm } from "#tests/support/factories/factories";
import {
  createEndpoint,
  type Endpoint,
  readWebhook,
  signingSecretOf,
} from "#tests/support/factories/webhook-state";
import { createAuthority } from "#tests/support/twins/certificates";
import { answer, hang, type Reply } from "#tests/support/twins/receiver";
import { createTestClock } from "#tests/support/twins/test-clock";
import { setUpWebhookReceiver } from "#tests/support/twins/webhook-receiver";

const receiver = await setUpWebhookReceiver();

const START = new Date();

let endpoint: Endpoint;
beforeEach(async () => {
  endpoint = await createEndpoint(START);
});

/** An endpoint that verifies signatures as documented. */
async function verifying(): Promise<Reply> {
  const library = new StandardWebhook(await signingSecretOf(endpoint));
  return (event, response, socket) => {
    try {
      library.verify(event.body, event.headers as Record<string, string>);
      answer(204)(event, response, socket);
    } catch {
      answer(401)(event, response, socket);
    }
  };
}

async function post(part = "", formId = endpoint.form.id) {
  const jar = await signedIn(endpoint.workspace);
  return callAccount("POST", `/api/account/forms/${formId}/receiver-test${part}`, { jar });
}

const runTest = async () => dataOf(await post(), 200, ReceiverTest);

const statusesOf = ({ checks }: Pick<ReceiverTest, "checks">) =>
  Object.fromEntries(checks.map(({ id, status }) => [id, status]));

type Options = Parameters<typeof testReceiver>[2];
const start = (options?: Options) =>
  testReceiver(contextAt(endpoint.workspace, START), endpoint.form.id, options);
const collect = (options: Options) => Array.fromAsync(start(options));

describe("the guided receiver test", () => {
  it("passes an endpoint that verifies signatures, with all checks and durations", async () => {
    endpoint = await createEndpoint(START, { enabled: false });
    receiver.reply(await verifying());
    const test = await runTest();
    expect(test.passed).toBe(true);
    expect(statusesOf(test)).toEqual({
      resolve: "skip",
      public_address: "skip",
      connect: "pass",
      certificate: "pass",
      signed_event: "pass",
      wrong_signature: "pass",
      old_timestamp: "pass",
      repeated_event: "pass",
    });
    const [first, wrong, old, again] = receiver.received;
    expect(receiver.received).toHaveLength(4);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect(JSON.parse(first?.body ?? "")).toMatchObject({ id: first?.id, type: "webhook.test" });
    expect(wrong?.headers["webhook-signature"]).not.toBe(first?.headers["webhook-signature"]);
    const ageSeconds = Date.now() / 1000 - Number(old?.headers["webhook-timestamp"]);
    expect(ageSeconds).toBeGreaterThanOrEqual(600);
    expect(ageSeconds).toBeLessThan(660);
    expect(again?.body).toBe(first?.body);
  });

  it("fails an endpoint that accepts everything, and shows how to fix it", async () => {
    const { passed, checks } = await runTest();
    expect(passed).toBe(false);
    const details = Object.fromEntries(checks.map(({ id, detail }) => [id, detail]));
    expect(statusesOf({ checks })).toMatchObject({
      signed_event: "pass",
      wrong_signature: "fail",
      old_timestamp: "fail",
      repeated_event: "pass",
    });
    expect(details.wrong_signature).toMatch(/Verify the webhook-signature header/);
    expect(details.old_timestamp).toMatch(/replayed/);
  });

  it("fails an endpoint that rejects a repeated event", async () => {
    receiver.replyNext(answer(200), answer(400), answer(400), answer(409));
    const { passed, checks } = await runTest();
    expect(passed).toBe(false);
    expect(checks.at(-1)).toMatchObject({
      id: "repeated_event",
      status: "fail",
      detail: expect.stringMatching(/409.*retry/),
    });
  });

  it("passes with a warning an endpoint that responds with 500 instead of rejecting", async () => {
    receiver.replyNext(answer(200), answer(500), answer(400), answer(200));
    const test = await runTest();
    expect(test.passed).toBe(true);
    expect(statusesOf(test)).toMatchObject({ wrong_signature: "warn", old_timestamp: "pass" });
  });

  it.each([
    [401, /signing secret/],
    [404, /path/],
    [410, /stop sending events/],
    [500, /Respond with 2xx/],
    [302, /redirect/],
  ])("stops when the endpoint responds to a signed event with %i", async (status, advice) => {
    receiver.reply(answer(status));
    const test = await runTest();
    expect(test.passed).toBe(false);
    expect(statusesOf(test)).toMatchObject({ signed_event: "fail", wrong_signature: "skip" });
    expect(test.checks.find(({ id }) => id === "signed_event")?.detail).toMatch(advice);
    expect(receiver.received).toHaveLength(1);
  });

  it("stores no delivery and doesn't change the webhook's health, even after a 410", async () => {
    const before = await readWebhook(endpoint);
    receiver.reply(answer(410));
    await runTest();
    expect(await readWebhook(endpoint)).toEqual(before);
    const where = { workspaceId: endpoint.workspace.id };
    expect(await db().delivery.count({ where: { ...where, channel: "webhook" } })).toBe(0);
    expect(await db().delivery.count({ where: { ...where, dueAt: { not: null } } })).toBe(0);
  });

  it("rejects forms without a webhook", async () => {
    const form = await createForm(endpoint.workspace);
    errorOf(await post("", form.id), "webhook_not_configured");
    expect(receiver.received).toHaveLength(0);
  });

  it("runs at most ten times a minute", async () => {
    receiver.reply(answer(500));
    for (let count = 0; count < 10; count++) await runTest();
    const rejected = await post();
    errorOf(rejected, "rate_limited");
    expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(receiver.received).toHaveLength(10);
  });
});

describe("the hostname of a tested endpoint", () => {
  it("is resolved and checked before connecting", async () => {
    const inside = createWebhookHttpClient({ resolve: async () => ["1.1.1.1", "10.1.2.3"] });
    const checks = await collect({ httpClient: inside });
    expect(statusesOf({ checks })).toMatchObject({
      resolve: "pass",
      public_address: "fail",
      connect: "skip",
      certificate: "skip",
      signed_event: "skip",
    });
    expect(checks.map(({ detail }) => detail).join(" ")).not.toContain("10.1.2.3");
  });

  it("must resolve", async () => {
    const unknown = createWebhookHttpClient({
      resolve: async () => {
        throw new WebhookCallError("dns_failed", "The endpoint's hostname has no IP address.");
      },
    });
    const [first, second] = await collect({ httpClient: unknown });
    expect(first).toMatchObject({ status: "fail", detail: expect.stringMatching(/DNS records/) });
    expect(second).toMatchObject({ status: "skip" });
  });

  it("must have a trusted certificate", async () => {
    const { connectTo } = receiver;
    const { cert: ca } = await createAuthority("Another authority");
    const httpClient = createWebhookHttpClient({ connectTo, ca });
    const checks = await collect({ httpClient });
    expect(statusesOf({ checks })).toMatchObject({ connect: "pass", certificate: "fail" });
    expect(receiver.received).toHaveLength(0);
  });
});

describe("a running receiver test", () => {
  it("yields checks one at a time and stops when its reader stops", async () => {
    for await (const { id } of start()) if (id === "certificate") break;
    expect(receiver.received).toHaveLength(0);
  });

  it("is streamed to the dashboard, one line per check", async () => {
    receiver.reply(await verifying());
    const answer = await post("/checks");
    expect(answer.headers.get("content-type")).toBe("application/x-ndjson");
    const lines = answer.bytes.toString("utf8").trimEnd().split("\n");
    const checks = ReceiverTest.shape.checks.parse(lines.map((line) => JSON.parse(line)));
    expect(statusesOf({ checks })).toMatchObject({ connect: "pass", repeated_event: "pass" });
  });

  it("skips the remaining checks after 60 seconds", async () => {
    receiver.reply(hang);
    const clock = createTestClock(START);
    const wholeTest = new AbortController();
    const deadline = (ms: number) => (ms === 60_000 ? wholeTest.signal : clock.deadline(ms));
    void receiver.receivedCount(1).then(() => wholeTest.abort(new Error("late")));
    const checks = await collect({ clock: { ...clock, deadline } });
    expect(statusesOf({ checks })).toMatchObject({ signed_event: "fail", wrong_signature: "skip" });
    expect(checks.at(-1)?.detail).toBe("The test reached its 60-second limit.");
  });
});
