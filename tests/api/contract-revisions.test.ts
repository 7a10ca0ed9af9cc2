import { expect } from "vitest";
import { z } from "zod";
import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { dataOf, errorOf } from "#tests/support/contract/api";
import { guarantee, mutations } from "#tests/support/contract/contract-cases";
import {
  createVerifiedWidget,
  createWebhook,
} from "#tests/support/factories/integration-factories";

const Saved = z.looseObject({ revision: z.string() });

const saves = mutations.filter(({ operationId }) =>
  ["saveFields", "savePage", "saveRouting", "saveAutoresponder", "saveWebhook"].includes(
    operationId,
  ),
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

guarantee("makes intake read the form again", cached, async ({ call, sample, ...one }) => {
  const id = sample.params?.formId ?? "";
  const { operationId } = one.endpoint;
  if (operationId === "disconnectTurnstile") await createVerifiedWidget(id);
  if (operationId === "deleteWebhook") await createWebhook(one.workspace, { id });
  const versionOf = async () => (await db().form.findFirstOrThrow({ where: { id } })).version;
  const before = await versionOf();
  expect((await call()).status).toBe(sample.status);
  expect(await versionOf()).toBe(before + 1);
});
