import { expect, test } from "vitest";
import { pool } from "#lib/adapters/db/database";
import { Destination } from "#lib/domain/endpoints/destination-schema";
import { replayWebhook } from "#lib/domain/endpoints/replay-webhook";
import { retryWebhookDelivery } from "#lib/domain/endpoints/retry-delivery";
import { Webhook, WebhookWithSecret } from "#lib/domain/endpoints/schema";
import { runReceiverTest } from "#lib/domain/endpoints/test-receiver";
import { testWebhook } from "#lib/domain/endpoints/test-webhook";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { callApi, dataOf, errorOf, invalidPaths } from "#tests/support/contract/api";
import { submitTo } from "#tests/support/contract/intake";
import { auditEntriesOf } from "#tests/support/factories/audit-entries";
import { addDestination, DESTINATION_URLS } from "#tests/support/factories/destination-factories";
import { contextAt, createOwnForm } from "#tests/support/factories/factories";
import { createWebhookForm, WEBHOOK_URL } from "#tests/support/factories/webhook-form";
import { HOOK_URL, queueEvent, readEvent } from "#tests/support/factories/webhook-state";
import { answer } from "#tests/support/twins/receiver";
import { createTestClock } from "#tests/support/twins/test-clock";
import { OTHER_HOST, setUpWebhookReceiver } from "#tests/support/twins/webhook-receiver";

const receiver = await setUpWebhookReceiver();

const SECRET = "Bearer long-secret-q7Zx";
const AUTHORIZATION = { name: "Authorization", value: SECRET };
const MASKED = { name: "Authorization", value: "…q7Zx" };
const OTHER_URL = `https://${OTHER_HOST}/hook`;

/** A form whose webhook at the receiver has a header, and an event that is due. */
async function withDueEvent(url = HOOK_URL) {
  const own = await createWebhookForm();
  const body = { url, headers: [AUTHORIZATION] };
  const webhook = dataOf(await own.save(body), 201, WebhookWithSecret);
  const saved = Webhook.strip().parse(webhook);
  const now = new Date();
  const endpoint = { workspace: own.workspace, form: own.form, webhook: saved };
  const event = await queueEvent(endpoint, now);
  return { ...own, webhook: saved, endpoint, event, now, clock: createTestClock(now) };
}

const sentTo = (name: string) => receiver.received.map(({ headers }) => headers[name]);

test("names that aren't an endpoint's to have, and values that no header can have, are rejected at their place", async () => {
  const { save, read } = await createWebhookForm();
  const reserved = ["Host", "CONTENT-TYPE", "Content-X", "Webhook-Id", "webhook-own", "Connection"];
  const hops = [
    "Keep-Alive",
    "Proxy-Authorization",
    "TE",
    "Trailer",
    "Transfer-Encoding",
    "Upgrade",
  ];
  const ours = ["User-Agent", "Accept-Encoding", "traceparent", "Idempotency-Key", "Expect"];
  const noTokens = ["", "X Key", "X-Key:", "X-Kéy", "X\r\nHost", "x".repeat(101)];
  for (const name of [...reserved, ...hops, ...ours, ...noTokens]) {
    const rejected = await save({ headers: [{ name, value: "1" }] });
    expect(invalidPaths(rejected), name).toEqual(["headers.0.name"]);
  }
  for (const value of [
    "",
    " ",
    "a\r\nHost: b",
    "a\nb",
    "a\tb",
    "\u0000",
    "naïve",
    "x".repeat(1_001),
  ]) {
    const rejected = await save({ headers: [{ name: "X-Key", value }] });
    expect(invalidPaths(rejected), JSON.stringify(value)).toEqual(["headers.0.value"]);
  }
  const two = [AUTHORIZATION, { ...AUTHORIZATION, name: "authorization" }];
  expect(invalidPaths(await save({ headers: two }))).toEqual(["headers.1.name"]);
  const eleven = Array.from({ length: 11 }, (_, at) => ({ name: `X-${at}`, value: "1" }));
  expect(invalidPaths(await save({ headers: eleven }))).toEqual(["headers"]);
  expect(invalidPaths(await save({ headers: [MASKED] }))).toEqual(["headers.0.value"]);
  expect(await read()).toBeNull();
});

test("only webhooks have headers of their own", async () => {
  const { token, form } = await createOwnForm();
  const path = `/v1/forms/${form.id}/destinations`;
  const body = { kind: "slack", url: DESTINATION_URLS.slack, headers: [AUTHORIZATION] };
  expect(invalidPaths(await callApi("POST", path, { token, body }))).toEqual(["headers"]);
});

test("values are encrypted, and read back masked", async () => {
  const { save, read, form } = await createWebhookForm();
  const headers = [AUTHORIZATION, { name: "X-Short", value: " short " }];
  const shown = [MASKED, { name: "X-Short", value: "…" }];
  expect(dataOf(await save({ headers }), 201, WebhookWithSecret)).toMatchObject({ headers: shown });
  expect(await read()).toMatchObject({ headers: shown });
  const { rows } = await pool().query(
    "SELECT to_jsonb(w)::text || encode(sealed_headers, 'escape') AS text FROM webhooks w WHERE form_id = $1",
    [form.id],
  );
  expect(rows[0].text).not.toMatch(/long-secret|short[^"]/);
});

test("a masked value keeps what is stored under its name, whatever its case and place; what isn't sent is removed", async () => {
  const { save, read, create, endpoint, clock } = await withDueEvent().then((own) => ({
    ...own,
    create: (headers: unknown, revision: string) => own.save({ url: HOOK_URL, headers, revision }),
  }));
  const key = { name: "X-Api-Key", value: "of-the-gateway" };
  const first = await read();
  const second = dataOf(
    await create([key, { ...MASKED, name: "authorization" }], first?.revision ?? ""),
    200,
    Webhook,
  );
  expect(second.headers).toEqual([
    { name: "X-Api-Key", value: "…eway" },
    { name: "authorization", value: "…q7Zx" },
  ]);
  // A client that doesn't know of headers keeps them.
  const third = dataOf(await save({ url: HOOK_URL, revision: second.revision }), 200, Webhook);
  expect(third.headers).toEqual(second.headers);
  await queueEvent({ ...endpoint, webhook: third }, clock.now());
  await drainOutbox(clock);
  expect(receiver.received[0]?.headers).toMatchObject({
    authorization: SECRET,
    "x-api-key": "of-the-gateway",
  });
  const none = dataOf(await create([], third.revision), 200, Webhook);
  expect(none.headers).toEqual([]);
});

test("each attempt, retry, replay, test, and guided test has the headers, whatever they're called", async () => {
  const own = await withDueEvent();
  const { save, workspace, form, now, clock, event, webhook, endpoint } = own;
  const strange = ["constructor", "__proto__", "X-Api-Key"].map((name) => ({ name, value: name }));
  const headers = [MASKED, ...strange];
  const saved = dataOf(
    await save({ url: HOOK_URL, headers, revision: webhook.revision }),
    200,
    Webhook,
  );
  const { id } = await queueEvent({ ...endpoint, webhook: saved }, clock.now());
  receiver.replyNext(answer(500));
  await drainOutbox(clock);
  clock.advance(2 * 60_000);
  receiver.replyNext(answer(500));
  await drainOutbox(clock);
  const ctx = contextAt(workspace, clock.now());
  clock.advance(60_000);
  await retryWebhookDelivery(contextAt(workspace, clock.now()), form.id, id);
  await testWebhook(ctx, form.id);
  const period = { from: now.getTime() - 60_000, to: now.getTime() + 60_000 };
  const replayed = await replayWebhook(ctx, form.id, { ...period, status: "all" });
  expect(replayed.queued).toBeGreaterThan(0);
  await drainOutbox(clock);
  const { checks } = await runReceiverTest(ctx, form.id);
  expect(checks.length).toBeGreaterThan(4);
  expect(receiver.received.length).toBeGreaterThan(6);
  expect(new Set(sentTo("authorization"))).toEqual(new Set([SECRET]));
  expect(new Set(sentTo("x-api-key"))).toEqual(new Set(["X-Api-Key"]));
  expect(new Set(sentTo("constructor"))).toEqual(new Set(["constructor"]));
  expect(receiver.received.every(({ headers: got }) => got["webhook-signature"])).toBe(true);
  expect((await readEvent(event.id)).status).toBe("cancelled");
});

test("a redirect to another host, even back to a host of ours, gets nothing", async () => {
  const { clock, event } = await withDueEvent();
  receiver.reply(answer(307, "", { location: OTHER_URL }));
  await drainOutbox(clock);
  expect(await readEvent(event.id)).toMatchObject({
    status: "retrying",
    attempts: [{ outcome: "redirect_refused", responseStatus: 307 }],
  });
  expect(receiver.received.map(({ headers }) => headers.host)).toEqual([new URL(HOOK_URL).host]);
});

test("a new host gets no value that was saved for another one", async () => {
  const { save, read, workspace, form, token, webhook, clock } = await withDueEvent();
  const { revision } = webhook;
  const moved = { url: OTHER_URL, revision };
  expect(invalidPaths(await save(moved))).toEqual(["headers"]);
  const rejected = errorOf(await save({ ...moved, headers: [MASKED] }), "validation_failed");
  expect(rejected.details).toEqual([
    {
      path: "headers.0.value",
      message: "is needed again, because the URL has a new host",
    },
  ]);
  expect(await read()).toMatchObject({ url: HOOK_URL, revision });
  // Another path of the same host is the same endpoint's.
  const { revision: next } = dataOf(await save({ url: `${HOOK_URL}/v2`, revision }), 200, Webhook);
  dataOf(await save({ url: OTHER_URL, revision: next, headers: [] }), 200, Webhook);

  const { id } = await addDestination(workspace, form, {
    kind: "webhook",
    url: HOOK_URL,
    headers: [AUTHORIZATION],
  });
  const path = `/v1/forms/${form.id}/destinations/${id}`;
  const change = (body: object) => callApi("PATCH", path, { token, body });
  expect(invalidPaths(await change({ url: OTHER_URL }))).toEqual(["headers"]);
  await submitTo(form, { message: "Hello" });
  const fresh = [{ name: "X-Other", value: "for the other" }];
  const updated = await change({ url: OTHER_URL, headers: fresh });
  expect(dataOf(updated, 200, Destination).headers).toEqual([{ name: "X-Other", value: "…ther" }]);
  clock.advance(5 * 60_000);
  await drainOutbox(clock);
  expect(new Set(sentTo("host"))).toEqual(new Set([OTHER_HOST]));
  expect(new Set(sentTo("authorization"))).toEqual(new Set([undefined]));
  expect(sentTo("x-other")).toContain("for the other");
});

test("what an endpoint echoes of them isn't stored", async () => {
  const { clock, event } = await withDueEvent();
  receiver.reply((received, response) => void response.end(JSON.stringify(received.headers)));
  await drainOutbox(clock);
  const [attempt] = (await readEvent(event.id)).attempts;
  expect(attempt?.responseBody).toContain('"authorization":"…q7Zx"');
  expect(attempt?.responseBody).not.toContain("long-secret");
});

test("the audit log has their names, and that a value has changed, but never a value", async () => {
  const { save, workspace } = await createWebhookForm();
  const first = dataOf(await save({ headers: [AUTHORIZATION] }), 201, WebhookWithSecret);
  const changed = [{ name: "Authorization", value: "Bearer another-secret" }];
  const body = { url: WEBHOOK_URL, headers: changed };
  const { revision } = Webhook.strip().parse(first);
  const second = dataOf(await save({ ...body, revision }), 200, Webhook);
  dataOf(await save({ headers: [second.headers[0]], revision: second.revision }), 200, Webhook);
  const entries = (await auditEntriesOf(workspace)).filter(({ action }) =>
    action.startsWith("webhook."),
  );
  expect(entries.map(({ details }) => details)).toEqual([
    { host: "hooks.example.com", enabled: true, headers: "Authorization" },
    { changed: ["headerValues"] },
    null,
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/long-secret|another-secret/);
});
