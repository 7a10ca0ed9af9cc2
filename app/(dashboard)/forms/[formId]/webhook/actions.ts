"use server";

import { refresh } from "next/cache";
import { after } from "next/server";
import { type ActionResult, type FormState, IDEMPOTENCY_KEY } from "#components/form/action-result";
import { actionResult, idempotencyKeyOf, revisionOf, textOf } from "#components/form/server-action";
import { triggerDrain } from "#lib/clients/drain-trigger";
import { IdempotencyKey } from "#lib/core/ids";
import { parseInput } from "#lib/http/parse";
import { requireActionContext } from "#lib/session/current-session";
import { retryWebhookDelivery } from "#lib/webhooks/retry-delivery";
import { deleteWebhook, rotateWebhookSecret, saveWebhook } from "#lib/webhooks/save-webhook";
import { RotateWebhookSecretInput, SaveWebhookInput } from "#lib/webhooks/schema";
import { getWebhook } from "#lib/webhooks/store";
import { testWebhook } from "#lib/webhooks/test-webhook";
import { checkedId } from "../../../action-id";

async function currentRevision(formId: string): Promise<string> {
  return (await getWebhook(await requireActionContext(), formId))?.revision ?? "";
}

/** Creates the webhook, or updates the given revision. */
export async function saveWebhookAction(
  formId: string,
  _: FormState,
  data: FormData,
): Promise<ActionResult> {
  return actionResult(
    data,
    async () => {
      const ctx = await requireActionContext();
      const revision = revisionOf(data);
      const input = parseInput(SaveWebhookInput, {
        url: textOf(data, "url").trim(),
        enabled: data.has("enabled"),
        ...(revision === "" ? {} : { revision }),
      });
      const key = data.has(IDEMPOTENCY_KEY) ? idempotencyKeyOf(data) : undefined;
      const saved = await saveWebhook(ctx, checkedId(formId), input, key);
      // The page isn’t refreshed until the user has stored the secret.
      if ("signingSecret" in saved) return { secret: saved.signingSecret };
      refresh();
      return { message: "Saved." };
    },
    { readRevision: () => currentRevision(formId) },
  );
}

/** @param key - idempotency key of the confirmation */
export async function rotateSecretAction(
  formId: string,
  revision: string,
  key: string,
): Promise<ActionResult> {
  return actionResult(null, async () => {
    const ctx = await requireActionContext();
    const { signingSecret } = await rotateWebhookSecret(
      ctx,
      checkedId(formId),
      parseInput(RotateWebhookSecretInput, { revision }),
      parseInput(IdempotencyKey, key),
    );
    return { secret: signingSecret };
  });
}

export async function testWebhookAction(formId: string): Promise<ActionResult> {
  return actionResult(null, async () => {
    await testWebhook(await requireActionContext(), checkedId(formId));
    after(triggerDrain);
    refresh();
    return { message: "Test event sent." };
  });
}

export async function deleteWebhookAction(formId: string): Promise<ActionResult> {
  return actionResult(null, async () => {
    await deleteWebhook(await requireActionContext(), checkedId(formId));
    refresh();
    return { message: "Webhook deleted." };
  });
}

export async function retryDeliveryAction(
  formId: string,
  deliveryId: string,
): Promise<ActionResult> {
  return actionResult(null, async () => {
    const ctx = await requireActionContext();
    const { message } = await retryWebhookDelivery(ctx, checkedId(formId), checkedId(deliveryId));
    after(triggerDrain);
    refresh();
    return { message };
  });
}
