"use server";

import { refresh } from "next/cache";
import { after } from "next/server";
import { type ActionResult, IDEMPOTENCY_KEY } from "#components/form/action-result.ts";
import { checkedId, idempotencyKeyOf, revisionOf, textOf } from "#components/form/server-action.ts";
import { IdempotencyKey } from "#lib/core/ids";
import { triggerDrain } from "#lib/domain/deliveries/drain-trigger";
import { retryWebhookDelivery } from "#lib/domain/endpoints/retry-delivery";
import {
  deleteWebhook,
  rotateWebhookSecret,
  saveWebhook,
} from "#lib/domain/endpoints/save-webhook";
import { RotateWebhookSecretInput, SaveWebhookInput } from "#lib/domain/endpoints/schema";
import { getWebhook } from "#lib/domain/endpoints/store";
import { testWebhook } from "#lib/domain/endpoints/test-webhook";
import { parseInput } from "#lib/entry/http/parse";
import { actionOnForm } from "../../form-action";

export async function saveWebhookAction(
  formId: string,
  _: unknown,
  data: FormData,
): Promise<ActionResult> {
  return actionOnForm(
    formId,
    data,
    async (ctx, id) => {
      const input = parseInput(SaveWebhookInput, {
        url: textOf(data, "url").trim(),
        enabled: data.has("enabled"),
        revision: revisionOf(data) || undefined,
      });
      const key = data.has(IDEMPOTENCY_KEY) ? idempotencyKeyOf(data) : undefined;
      const saved = await saveWebhook(ctx, id, input, key);
      // The page isn’t refreshed until the user has stored the secret.
      if ("signingSecret" in saved) return { secret: saved.signingSecret };
      refresh();
      return { message: "Saved." };
    },
    // A webhook that was deleted can’t be overwritten.
    async (ctx, id) => (await getWebhook(ctx, id))?.revision ?? revisionOf(data),
  );
}

/** @param key - idempotency key of the confirmation */
export async function rotateSecretAction(formId: string, revision: string, key: string) {
  return actionOnForm(formId, null, async (ctx, id) => {
    const { signingSecret } = await rotateWebhookSecret(
      ctx,
      id,
      parseInput(RotateWebhookSecretInput, { revision }),
      parseInput(IdempotencyKey, key),
    );
    return { secret: signingSecret };
  });
}

/** @param destinationId - null for the form’s webhook */
export async function testWebhookAction(formId: string, destinationId: string | null) {
  return actionOnForm(formId, null, async (ctx, id) => {
    await testWebhook(ctx, id, destinationId === null ? null : checkedId(destinationId));
    after(triggerDrain);
    refresh();
    return { message: destinationId === null ? "Test event queued." : "Test queued." };
  });
}

export async function deleteWebhookAction(formId: string) {
  return actionOnForm(formId, null, async (ctx, id) => {
    await deleteWebhook(ctx, id);
    refresh();
    return { message: "Webhook deleted." };
  });
}

/** @param destinationId - null for the form’s webhook */
export async function retryDeliveryAction(
  formId: string,
  deliveryId: string,
  destinationId: string | null,
) {
  return actionOnForm(formId, null, async (ctx, id) => {
    const destination = destinationId === null ? null : checkedId(destinationId);
    const { message } = await retryWebhookDelivery(ctx, id, checkedId(deliveryId), destination);
    after(triggerDrain);
    refresh();
    return { message };
  });
}
