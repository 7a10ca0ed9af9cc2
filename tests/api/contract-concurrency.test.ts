import { expect, test } from "vitest";
import { z } from "zod";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { updateWorkspace } from "#lib/domain/accounts/workspace";
import { deleteWebhook } from "#lib/domain/endpoints/save-webhook";
import { deleteForm } from "#lib/domain/forms/forms";
import type { Endpoint } from "#lib/entry/management/endpoint";
import { callApi, dataOf, errorOf } from "#tests/support/contract/api";
import { all, guarantee, mutations } from "#tests/support/contract/contract-cases";
import { ENDPOINT_ROWS } from "#tests/support/contract/endpoint-table";
import { contextAt, createWorkspace } from "#tests/support/factories/factories";
import { changeSettings } from "#tests/support/setup/change-settings";

/** The row of an endpoint, by which the second of two identical concurrent requests may have another status. */
const rowOf = ({ operationId }: Endpoint) =>
  ENDPOINT_ROWS.find((row) => row.operationId === operationId);

guarantee(
  "returns the expected statuses for two identical concurrent requests",
  mutations,
  async ({ endpoint, sample, call }) => {
    const answers = await Promise.all([call(), call()]);
    const expected = [sample.status, rowOf(endpoint)?.secondStatus ?? sample.status];
    expect(answers.map(({ status }) => status).toSorted()).toEqual(expected);
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
  changeSettings({ defaultPlan: "starter" });
  const { id, ctx } = await createWorkspace();
  const changes = [{ name: "Renamed" }, { plan: "team" }, { plan: "scale" }] as const;
  await Promise.all(changes.map((change) => updateWorkspace(ctx, change)));
  const { name, plan } = await db().workspace.findUniqueOrThrow({ where: { id } });
  expect(name).toBe("Renamed");
  expect(["team", "scale"]).toContain(plan);
});

const Saved = z.looseObject({ revision: z.string() });

/** They replace what was read, under its revision. */
const saves = mutations.filter(
  (endpoint) => endpoint.operationId.startsWith("save") && rowOf(endpoint)?.secondStatus === 409,
);

guarantee("rejects a save under an outdated or unknown revision", saves, async (one) => {
  const { revision } = dataOf(await one.call(), 200, Saved);
  const { body } = one.sample;
  const save = (under: unknown) => one.call({ body: { ...body, revision: under } });
  const outdated = body?.revision;
  for (const stale of [outdated, newId(), "", `${revision} `])
    errorOf(await save(stale), "revision_conflict");
  const { revision: next } = dataOf(await save(revision), 200, Saved);
  expect(next, "the rejected ones saved nothing").not.toBe(revision);
  errorOf(await save(revision), "revision_conflict");
});

/** What intake knows of a form. */
const cached = mutations.filter(
  ({ path, operationId }) =>
    path.startsWith("/v1/forms/{formId}") &&
    /^(update|rotate|connect|disconnect|save|create|delete)/.test(operationId) &&
    operationId !== "deleteForm",
);

guarantee("makes intake read the form again", cached, async ({ call, sample }) => {
  const id = sample.params?.formId ?? "";
  const versionOf = async () => (await db().form.findFirstOrThrow({ where: { id } })).version;
  const before = await versionOf();
  expect((await call()).status).toBe(sample.status);
  expect(await versionOf()).toBe(before + 1);
});
