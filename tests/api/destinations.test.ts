import { expect, test } from "vitest";
import { z } from "zod";
import { db } from "#lib/adapters/db/database";
import { DESTINATION_KINDS, kindLabel } from "#lib/domain/endpoints/chats/kinds";
import {
  CreatedDestination,
  Destination,
  DestinationDelivery,
  DestinationWithSecret,
} from "#lib/domain/endpoints/destination-schema";
import { SubmissionCreatedEvent } from "#lib/domain/endpoints/event-schema";
import { WebhookDeliveryItem, WebhookReplay, WebhookTest } from "#lib/domain/endpoints/schema";
import { callApi, dataOf, errorOf, invalidPaths, pageOfAnswer } from "#tests/support/contract/api";
import {
  createDestinationDelivery,
  DESTINATION_URLS,
} from "#tests/support/factories/destination-factories";
import { createOwnForm } from "#tests/support/factories/factories";
import { createSubmission } from "#tests/support/factories/message-factories";

async function setUp() {
  const { workspace, token, form } = await createOwnForm();
  const path = `/v1/forms/${form.id}/destinations`;
  const create = (body: object) => callApi("POST", path, { token, body });
  const add = async (body: object) => dataOf(await create(body), 201, CreatedDestination);
  const list = async (query = "") =>
    dataOf(await callApi("GET", path + query, { token }), 200, z.array(Destination));
  const ids = async (query?: string) => (await list(query)).map(({ id }) => id);
  const change = (id: string, body: object) => callApi("PATCH", `${path}/${id}`, { token, body });
  const replay = (id: string) => {
    const to = Date.now() + 1_000;
    const body = { from: to - 3_600_000, to, status: "all" };
    return callApi("POST", `${path}/${id}/replay`, { token, body });
  };
  return { workspace, token, form, path, create, add, list, ids, change, replay };
}

const SLACK = { kind: "slack", url: DESTINATION_URLS.slack };
const HOOK = { kind: "webhook", url: DESTINATION_URLS.webhook };

test("a new destination has defaults, a masked URL, and no secret unless it's a webhook", async () => {
  const { add } = await setUp();
  expect(await add(SLACK)).toEqual({
    id: expect.any(String),
    kind: "slack",
    name: "Slack",
    url: "https://hooks.slack.com/…1234",
    enabled: true,
    events: ["submission.created"],
    conditions: null,
    content: "full",
    headers: [],
    source: null,
    revision: expect.any(String),
    health: "unknown",
    createdAt: expect.any(Number),
    updatedAt: expect.any(Number),
  });
  const hook = await add({ ...HOOK, source: "Zapier" });
  expect(hook).toMatchObject({ url: HOOK.url, source: "Zapier", name: "Webhook" });
  expect(hook.signingSecret).toMatch(/^whsec_/);
});

test.each(DESTINATION_KINDS)(
  "a %s destination is created by its URL, and a secret URL is never shown again",
  async (kind) => {
    const { add, list } = await setUp();
    const url = DESTINATION_URLS[kind];
    const created = await add({ kind, url });
    const shown = kind === "webhook" ? url : `${new URL(url).origin}/…${url.slice(-4)}`;
    expect(created).toMatchObject({ kind, url: shown, name: kindLabel(kind) });
    expect(await list()).toMatchObject([{ id: created.id, kind, url: shown }]);
  },
);

test("destinations are listed oldest first, by kind, source, and exact webhook URL", async () => {
  const { add, list, ids, token, form } = await setUp();
  const slack = await add(SLACK);
  const hook = await add({ ...HOOK, source: "n8n" });
  expect(await ids()).toEqual([slack.id, hook.id]);
  expect(await ids("?kind=slack")).toEqual([slack.id]);
  expect(await ids("?source=n8n")).toEqual([hook.id]);
  expect(await ids(`?url=${encodeURIComponent(HOOK.url)}`)).toEqual([hook.id]);
  expect(await ids(`?url=${encodeURIComponent(slack.url)}`)).toEqual([]);
  expect(JSON.stringify(await list())).not.toMatch(/whsec_|secretSlack/);
  // The signed webhook has its own endpoints.
  const webhook = await callApi("GET", `/v1/forms/${form.id}/webhook`, { token });
  expect(webhook.json).toMatchObject({ data: null });
});

test("a URL of one kind under another names the right kind, as a webhook too", async () => {
  const { create, token, form } = await setUp();
  const rejected = errorOf(await create({ ...SLACK, kind: "discord" }), "validation_failed");
  expect(rejected.details).toEqual([
    { path: "url", message: "is a Slack URL. Add it as a destination of the kind slack" },
  ]);
  const body = { url: DESTINATION_URLS.telegram, enabled: true };
  const saved = await callApi("POST", `/v1/forms/${form.id}/webhook`, { token, body });
  expect(errorOf(saved, "validation_failed").message).toContain("of the kind telegram");
});

test("ten destinations are the limit, also for concurrent requests, and deleting one makes room", async () => {
  const { create, ids, path, token } = await setUp();
  const answers = await Promise.all(Array.from({ length: 13 }, () => create(HOOK)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  const [first = "", ...others] = await ids();
  expect(others).toHaveLength(9);
  const rejected = await create(HOOK);
  errorOf(rejected, "destination_limit_reached");
  expect(rejected.headers.get("retry-after")).toBeNull();
  expect((await callApi("DELETE", `${path}/${first}`, { token })).status).toBe(204);
  errorOf(await callApi("GET", `${path}/${first}`, { token }), "not_found");
  expect((await create(HOOK)).status).toBe(201);
});

test("an update changes what it names, checked by the destination's own kind, and by its revision if one is sent", async () => {
  const { add, change } = await setUp();
  const { id, revision } = await add(SLACK);
  const rule = { field: "topic", operator: "present", value: null };
  const conditions = { match: "any", rules: [rule] };
  const updated = dataOf(await change(id, { name: "Team", conditions }), 200, Destination);
  expect(updated).toMatchObject({ name: "Team", conditions, enabled: true });
  expect(updated.revision).not.toBe(revision);
  errorOf(await change(id, { enabled: false, revision }), "revision_conflict");
  const off = await change(id, { enabled: false, revision: updated.revision });
  expect(dataOf(off, 200, Destination).enabled).toBe(false);
  errorOf(await change(id, {}), "validation_failed");
  errorOf(await change(id, { revision: updated.revision }), "validation_failed");
  const cleared = dataOf(await change(id, { conditions: null }), 200, Destination);
  expect(cleared.conditions).toBeNull();
  const rejected = await change(id, { url: HOOK.url, events: ["submission.deleted"] });
  expect(invalidPaths(rejected)).toEqual(["url", "events"]);
});

test("conditions can't test the honeypot or reserved names", async () => {
  const { create } = await setUp();
  for (const field of ["botcheck", "_service_autoreply"]) {
    const conditions = { match: "all", rules: [{ field, operator: "present" }] };
    const paths = invalidPaths(await create({ ...SLACK, conditions }));
    expect(paths).toEqual(["conditions.rules.0.field"]);
  }
});

test("a secret can be rotated with an overlap, for webhooks only", async () => {
  const { add, path, token } = await setUp();
  const hook = await add(HOOK);
  const rotate = (id: string, body?: object) =>
    callApi("POST", `${path}/${id}/rotate-secret`, { token, ...(body ? { body } : {}) });
  const rotated = dataOf(await rotate(hook.id), 200, DestinationWithSecret);
  expect(rotated.signingSecret).not.toBe(hook.signingSecret);
  dataOf(await rotate(hook.id, { overlapHours: 72 }), 200, DestinationWithSecret);
  errorOf(await rotate(hook.id, { overlapHours: 73 }), "validation_failed");
  const { id } = await add(SLACK);
  expect((await rotate(id)).status).toBe(409);
});

test("a test can be sent once a minute to each destination, even if it's off", async () => {
  const { add, path, token } = await setUp();
  const slack = await add({ ...SLACK, enabled: false });
  const hook = await add(HOOK);
  const send = (id: string) => callApi("POST", `${path}/${id}/test`, { token });
  const { deliveryId } = dataOf(await send(slack.id), 202, WebhookTest);
  errorOf(await send(slack.id), "webhook_test_cooldown");
  dataOf(await send(hook.id), 202, WebhookTest);
  const read = await callApi("GET", `${path}/${slack.id}/deliveries/${deliveryId}`, { token });
  const { payload } = dataOf(read, 200, DestinationDelivery);
  expect(payload).toHaveProperty("blocks");
});

test("deliveries are read and retried under their own destination only", async () => {
  const { workspace, token } = await setUp();
  const { form, destination, deliveryId, eventId } = await createDestinationDelivery(workspace);
  const other = await createDestinationDelivery(workspace);
  const path = `/v1/forms/${form.id}/destinations/${destination.id}/deliveries`;
  const failed = await callApi("GET", `${path}?status=failed`, { token });
  expect(pageOfAnswer(failed, WebhookDeliveryItem).data).toMatchObject([
    { id: deliveryId, eventId, retryable: true },
  ]);
  for (const wrong of [
    `${path}/${other.deliveryId}`,
    `/v1/forms/${other.form.id}/destinations/${destination.id}/deliveries`,
    `/v1/forms/${form.id}/webhook/deliveries/${deliveryId}`,
  ])
    errorOf(await callApi("GET", wrong, { token }), "not_found");
  const retried = await callApi("POST", `${path}/${deliveryId}/retry`, { token });
  expect(retried.json).toMatchObject({ data: { delivery: { status: "queued", eventId } } });
});

test("a replay sends the same events again, and new ones as far as conditions match", async () => {
  const { workspace, form, add, replay } = await setUp();
  await createSubmission(workspace, form, { fields: { topic: "Sales" } });
  await createSubmission(workspace, form, { fields: { topic: "Other" } });
  const rules = [{ field: "topic", operator: "equals", value: "sales" }];
  const { id } = await add({ ...SLACK, conditions: { match: "all", rules } });
  expect(dataOf(await replay(id), 202, WebhookReplay)).toEqual({ queued: 1 });
  errorOf(await replay(id), "retry_cooldown");
  const [row] = await db().delivery.findMany({ where: { webhookId: id } });
  expect(row).toMatchObject({ seriesTrigger: "replay", status: "queued" });
  expect(row?.body).toContain("Sales");
});

test("destinations on different hosts can be replayed within one minute, and those on one host share it", async () => {
  const { add, replay } = await setUp();
  const [first, other] = [await add(HOOK), await add({ ...HOOK, url: "https://b.example.com/x" })];
  const neighbor = await add({ ...HOOK, url: `${HOOK.url}/more` });
  for (const { id } of [first, other, await add(SLACK)])
    expect((await replay(id)).status).toBe(202);
  errorOf(await replay(neighbor.id), "retry_cooldown");
});

test("a destination that's off isn't replayed, because its events would be canceled", async () => {
  const { add, replay } = await setUp();
  const { id } = await add({ ...SLACK, enabled: false });
  const { message } = errorOf(await replay(id), "delivery_not_retryable");
  expect(message).toContain("The destination is disabled.");
});

test("sample events are the three newest messages outside spam, or a made-up one", async () => {
  const { workspace, token, form } = await setUp();
  const path = `/v1/forms/${form.id}/sample-event`;
  const read = async () =>
    dataOf(await callApi("GET", path, { token }), 200, z.array(SubmissionCreatedEvent));
  expect(await read()).toMatchObject([{ data: { submission: { formName: form.name } } }]);
  const ids: string[] = [];
  for (const minutes of [1, 2, 3, 4]) {
    const receivedAt = new Date(Date.now() - minutes * 60_000);
    ids.push((await createSubmission(workspace, form, { receivedAt })).id);
  }
  await createSubmission(workspace, form, { folder: "spam" });
  expect((await read()).map(({ data }) => data.submission.id)).toEqual(ids.slice(0, 3));
});

test("destinations and sample events have a rate limit of their own", async () => {
  const { token, path, form } = await setUp();
  const remaining = async (at: string) => {
    const { headers } = await callApi("GET", at, { token });
    return Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);
  };
  const forms = await remaining("/v1/forms");
  const hooks = await remaining(path);
  expect(await remaining(`/v1/forms/${form.id}/sample-event`)).toBe(hooks - 1);
  expect(await remaining("/v1/forms")).toBe(forms - 1);
});
