import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { Webhook, WebhookWithSecret } from "#lib/webhooks/schema";
import { callApi, dataOf, errorOf } from "#tests/support/contract/api";
import { createWebhookDelivery } from "#tests/support/factories/integration-factories";
import { createSubmission } from "#tests/support/factories/message-factories";
import { createWebhookForm } from "#tests/support/factories/webhook-form";

type SetUp = Awaited<ReturnType<typeof createWebhookForm>>;

/** Creates one delivery in each state; the result reads their state later. */
async function withDeliveries({ workspace, form }: SetUp, webhook: Webhook) {
  const statuses = ["queued", "retrying", "sending", "delivered", "failed", "cancelled"] as const;
  const ids: string[] = [];
  for (const status of statuses) {
    const submission = await createSubmission(workspace, form);
    const options = { submission, status };
    ids.push((await createWebhookDelivery(workspace, form, webhook, options)).id);
  }
  const states = async () => {
    const rows = await db().delivery.findMany({ where: { id: { in: ids } } });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id)?.status ?? "gone");
  };
  const entries = () => db().delivery.count({ where: { dueAt: { not: null }, id: { in: ids } } });
  return { ids, states, entries };
}

const CANCELLED = ["cancelled", "cancelled", "sending", "delivered", "failed", "cancelled"];

test.each(["save", "rotation"] as const)(
  "a webhook %s cancels only events queued under the earlier revision",
  async (change) => {
    const at = await createWebhookForm();
    const webhook = await at.create();
    const deliveries = await withDeliveries(at, webhook);
    const other = await createWebhookForm();
    const others = await withDeliveries(other, await other.create());
    errorOf(await at.save({ revision: newId() }), "revision_conflict");
    expect(await deliveries.entries(), "a rejected save cancels nothing").toBe(3);
    const { revision } = webhook;
    const answer = await (change === "save" ? at.save({ revision }) : at.rotate(revision));
    expect(answer.status).toBe(200);
    expect(await deliveries.states()).toEqual(CANCELLED);
    expect(await deliveries.entries(), "one is being sent").toBe(1);
    expect((await others.states())[0]).toBe("queued");
    expect(await others.entries()).toBe(3);
    const row = await db().delivery.findFirst({ where: { id: deliveries.ids[0] ?? "" } });
    expect(row).toMatchObject({ failureReason: "revision_changed", nextAttemptAt: null });
  },
);

test("any save makes a webhook healthy", async () => {
  const { form, save, create, rotate, read } = await createWebhookForm();
  let { revision } = await create();
  const fail = (health: string) =>
    db().webhook.updateMany({
      where: { formId: form.id },
      data: { health, failuresInRow: 12, failingSince: new Date() },
    });
  for (const change of [() => save({ revision }), () => rotate(revision)])
    for (const health of ["failing", "suspended"] as const) {
      await fail(health);
      expect((await read())?.health).toBe(health);
      revision = dataOf(await change(), 200, Webhook.loose()).revision;
      expect((await read())?.health).toBe("healthy");
      const row = await db().webhook.findFirst({ where: { formId: form.id } });
      expect(row).toMatchObject({ failuresInRow: 0, failingSince: null });
    }
});

test("deleting a webhook deletes its secret, deliveries, and attempts", async () => {
  const at = await createWebhookForm();
  const deliveries = await withDeliveries(at, await at.create());
  const [deliveryId = ""] = deliveries.ids;
  const attempt = { number: 1, trigger: "automatic", startedAt: new Date(), outcome: "timeout" };
  await db().attempt.create({
    data: { id: newId(), workspaceId: at.workspace.id, deliveryId, ...attempt },
  });
  expect((await at.remove()).status).toBe(204);
  expect(await at.read()).toBeNull();
  expect(await at.storedSecret()).toBeNull();
  expect(await deliveries.states()).toEqual(Array(6).fill("gone"));
  expect(await deliveries.entries()).toBe(0);
  expect(await db().attempt.count({ where: { deliveryId } })).toBe(0);
  const rows = await db().webhook.findMany({ where: { formId: at.form.id } });
  expect(rows.map(({ sealedSecret, url }) => [sealedSecret, url])).toEqual([[null, ""]]);
  expect((await at.remove()).status).toBe(204);
});

test("one of two concurrent webhook creations succeeds and stores its secret", async () => {
  const { save, read, storedSecret } = await createWebhookForm();
  const answers = await Promise.all(
    ["a", "b", "c", "d"].map((name) => save({ url: `https://${name}.example.com/` })),
  );
  const [won, ...more] = answers.filter(({ status }) => status === 201);
  if (!won) throw new Error("no creation succeeded");
  expect(more).toEqual([]);
  for (const answer of answers.filter(({ status }) => status !== 201))
    errorOf(answer, "revision_conflict");
  const { signingSecret, ...webhook } = dataOf(won, 201, WebhookWithSecret);
  expect(await read()).toEqual(webhook);
  expect(await storedSecret()).toBe(signingSecret);
});

test("one of several concurrent updates and rotations with the same revision succeeds", async () => {
  const { save, create, rotate, read, storedSecret } = await createWebhookForm();
  const { revision, signingSecret } = await create();
  const answers = await Promise.all([
    save({ revision, enabled: false }),
    rotate(revision),
    save({ revision, enabled: false }),
    rotate(revision),
  ]);
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  const kept = dataOf(won[0] ?? answers[0], 200, Webhook.loose());
  expect(kept).toMatchObject({ ...(await read()) });
  expect(await storedSecret()).toBe(kept.signingSecret ?? signingSecret);
});

test("concurrent webhook deletions both succeed; a concurrent update precedes the deletion or finds no webhook", async () => {
  const { save, create, remove, read } = await createWebhookForm();
  const { revision } = await create();
  const [first, second, updated] = await Promise.all([remove(), remove(), save({ revision })]);
  expect([first.status, second.status]).toEqual([204, 204]);
  expect([200, 409]).toContain(updated.status);
  expect(await read()).toBeNull();
});

test("every save, rotation, and deletion of a webhook increments the form's version", async () => {
  const { form, save, create, rotate, remove } = await createWebhookForm();
  const version = async () =>
    (await db().form.findFirstOrThrow({ where: { id: form.id } })).version;
  const { revision } = await create();
  expect(await version()).toBe(2);
  const saved = dataOf(await save({ revision }), 200, Webhook);
  expect(await version()).toBe(3);
  await rotate(saved.revision);
  expect(await version()).toBe(4);
  await remove();
  expect(await version()).toBe(5);
});

test("moving a submission to spam cancels its webhook events", async () => {
  const at = await createWebhookForm();
  const webhook = await at.create();
  const moved = await createSubmission(at.workspace, at.form);
  const kept = await createSubmission(at.workspace, at.form);
  const make = (submission: typeof moved, status: "queued" | "retrying" | "sending") =>
    createWebhookDelivery(at.workspace, at.form, webhook, { submission, status });
  const made = [
    await make(moved, "queued"),
    await make(moved, "retrying"),
    await make(moved, "sending"),
    await make(kept, "queued"),
  ];
  const { token } = at;
  const move = () =>
    callApi("PATCH", `/v1/submissions/${moved.id}`, { token, body: { folder: "spam" } });
  const answers = await Promise.all([move(), move()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const ids = made.map(({ id }) => id);
  const rows = await db().delivery.findMany({ where: { id: { in: ids } } });
  const states = ids.map((id) => {
    const row = rows.find((one) => one.id === id);
    return [row?.status, row?.failureReason];
  });
  const cancelled = ["cancelled", "moved_to_spam"];
  expect(states).toEqual([cancelled, cancelled, ["sending", null], ["queued", null]]);
  const entries = await db().delivery.findMany({
    where: { dueAt: { not: null }, id: { in: ids } },
  });
  expect(entries.map(({ id }) => id)).toEqual([ids[2], ids[3]].toSorted());
});
