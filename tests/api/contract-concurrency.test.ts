import { expect, test } from "vitest";
import { updateWorkspace } from "#lib/accounts/workspace";
import { db } from "#lib/db/database";
import { deleteForm } from "#lib/forms/forms";
import { deleteWebhook } from "#lib/webhooks/save-webhook";
import { callApi, errorOf } from "#tests/support/contract/api";
import { all, guarantee, mutations } from "#tests/support/contract/contract-cases";
import { contextAt, createWorkspace } from "#tests/support/factories/factories";

/** Statuses of two identical concurrent requests, sorted, by operation id. */
const TWICE: Record<string, [number, number]> = {
  createForm: [201, 201],
  updateForm: [200, 200],
  deleteForm: [204, 404],
  rotateFormKey: [200, 200],
  saveFields: [200, 409],
  savePage: [200, 409],
  connectTurnstile: [200, 200],
  disconnectTurnstile: [204, 204],
  addRecipient: [202, 429],
  updateSubmission: [200, 200],
  deleteSubmission: [204, 404],
  updateSubmissions: [200, 200],
  restoreSubmission: [200, 409],
  retryEmailDelivery: [200, 409],
  saveRouting: [200, 409],
  previewRouting: [200, 200],
  saveAutoresponder: [200, 409],
  previewAutoresponder: [200, 200],
  saveWebhook: [200, 409],
  deleteWebhook: [204, 204],
  rotateWebhookSecret: [200, 409],
  testWebhook: [202, 429],
  retryWebhookDelivery: [200, 409],
  replayWebhook: [202, 429],
  createDestination: [201, 201],
  updateDestination: [200, 200],
  deleteDestination: [204, 404],
  testDestination: [202, 429],
  rotateDestinationSecret: [200, 200],
  retryDestinationDelivery: [200, 409],
  replayDestination: [202, 429],
};

guarantee(
  "returns the expected statuses for two identical concurrent requests",
  mutations,
  async (one) => {
    const answers = await Promise.all([one.call(), one.call()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(TWICE[one.endpoint.operationId]);
  },
);

const changesOfForms = all.filter(
  ({ method, path }) => method !== "GET" && path.startsWith("/v1/forms/{formId}"),
);

/** A form's resources are deleted with it, so a change either comes first or returns not_found. */
guarantee(
  "succeeds or returns not_found while the form is being deleted",
  changesOfForms,
  async (one) => {
    const { formId = "" } = one.sample.params ?? {};
    const [answer, deleted] = await Promise.allSettled([
      one.call(),
      deleteForm(contextAt(one.workspace, new Date()), formId),
    ]);
    if (answer.status === "rejected") throw answer.reason;
    if (one.endpoint.operationId !== "deleteForm") expect(deleted.status).toBe("fulfilled");
    if (answer.value.status !== one.sample.status) errorOf(answer.value, "not_found");
    errorOf(await callApi("GET", `/v1/forms/${formId}`, { token: one.token }), "not_found");
    errorOf(await one.call(), "not_found");
  },
);

const changesOfWebhooks = mutations.filter(
  ({ method, path }) => method === "POST" && path.includes("/webhook"),
);

guarantee(
  "leaves nothing to send while the webhook is being deleted",
  changesOfWebhooks,
  async (one) => {
    const { formId = "" } = one.sample.params ?? {};
    const { id: concurrencyKey } = await db().webhook.findFirstOrThrow({ where: { formId } });
    const [answer] = await Promise.all([
      one.call(),
      deleteWebhook(contextAt(one.workspace, new Date()), formId),
    ]);
    if (answer.status >= 400) expect([404, 409]).toContain(answer.status);
    expect(await db().webhook.count({ where: { formId, deletedAt: null } })).toBe(0);
    expect(await db().delivery.count({ where: { dueAt: { not: null }, concurrencyKey } })).toBe(0);
  },
);

test("keeps a workspace's name and one of two plans that are changed at the same time", async () => {
  const { id, ctx } = await createWorkspace();
  const changes = [{ name: "Renamed" }, { plan: "team" }, { plan: "scale" }] as const;
  await Promise.all(changes.map((change) => updateWorkspace(ctx, change)));
  const { name, plan } = await db().workspace.findUniqueOrThrow({ where: { id } });
  expect(name).toBe("Renamed");
  expect(["team", "scale"]).toContain(plan);
});
