import { db } from "#lib/adapters/db/database";
import { decryptSecret } from "#lib/core/secrets";
import { Webhook, WebhookWithSecret } from "#lib/domain/endpoints/schema";
import { callApi, dataOf } from "#tests/support/contract/api";
import { createForm, createToken, createWorkspace } from "#tests/support/factories/factories";

export const WEBHOOK_URL = "https://hooks.example.com/form";

/** A form without a webhook, and functions to configure one through the API. */
export async function createWebhookForm() {
  const workspace = await createWorkspace();
  const token = await createToken(workspace);
  const form = await createForm(workspace, { now: new Date(Date.now() - 60_000) });
  const path = `/v1/forms/${form.id}/webhook`;
  const save = (change: Record<string, unknown> = {}) =>
    callApi("POST", path, { token, body: { url: WEBHOOK_URL, enabled: true, ...change } });
  const create = async () => dataOf(await save(), 201, WebhookWithSecret);
  const read = async () => dataOf(await callApi("GET", path, { token }), 200, Webhook.nullable());
  const rotate = (revision: unknown) =>
    callApi("POST", `${path}/rotate-secret`, { token, body: { revision } });
  const remove = () => callApi("DELETE", path, { token });
  const storedSecret = async () => {
    const row = await db().webhook.findFirst({ where: { formId: form.id, deletedAt: null } });
    return row?.sealedSecret ? decryptSecret("webhook", row, row.sealedSecret) : null;
  };
  return { workspace, token, form, path, save, create, read, rotate, remove, storedSecret };
}
