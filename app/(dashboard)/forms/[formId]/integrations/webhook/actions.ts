"use server";

import { refresh } from "next/cache";
import type { ActionResult } from "#components/form/action-result.ts";
import { checkedId, revisionOf, textOf } from "#components/form/server-action.ts";
import { countOf } from "#lib/core/count";
import { DAY_MS } from "#lib/core/durations";
import { IdempotencyKey } from "#lib/core/ids";
import { replayWebhook } from "#lib/domain/endpoints/replay-webhook";
import {
  deleteWebhook,
  rotateWebhookSecret,
  saveWebhook,
} from "#lib/domain/endpoints/save-webhook";
import {
  MAX_REPLAY_DAYS,
  RotateWebhookSecretInput,
  SaveWebhookInput,
} from "#lib/domain/endpoints/schema";
import { getWebhook } from "#lib/domain/endpoints/store";
import { testWebhook } from "#lib/domain/endpoints/test-webhook";
import { parseInput } from "#lib/entry/http/parse";
import { actionOnForm, parseJsonOrNull } from "../../../form-action";
import { HEADERS_NAME } from "../headers-name";

export async function saveWebhookAction(
  formId: string,
  _: unknown,
  data: FormData,
): Promise<ActionResult> {
  return actionOnForm(
    formId,
    data,
    async (ctx, id) => {
      const url = textOf(data, "url").trim();
      const enabled = data.has("enabled");
      const headers = data.has(HEADERS_NAME)
        ? parseJsonOrNull(textOf(data, HEADERS_NAME))
        : undefined;
      const revision = revisionOf(data);
      const input = parseInput(SaveWebhookInput, { url, enabled, headers, revision });
      await saveWebhook(ctx, id, input);
      refresh();
      return { message: "Saved." };
    },
    // A webhook that was deleted can’t be overwritten.
    async (ctx, id) => (await getWebhook(ctx, id))?.revision ?? revisionOf(data),
  );
}

export async function setWebhookEnabledAction(formId: string, enabled: boolean) {
  return actionOnForm(formId, null, async (ctx, id) => {
    const webhook = await getWebhook(ctx, id);
    refresh();
    if (!webhook) return {};
    const { url, revision } = webhook;
    await saveWebhook(ctx, id, { url, enabled, revision });
    return { message: `Turned ${enabled ? "on" : "off"} the webhook.` };
  });
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

/**
 * Sends the messages of the last 31 days that never arrived, such as those that were canceled when the URL changed.
 *
 * @param destinationId - null for the form’s webhook
 */
export async function replayMissedAction(formId: string, destinationId: string | null) {
  return actionOnForm(formId, null, async (ctx, id) => {
    const to = ctx.now.getTime();
    const from = to - MAX_REPLAY_DAYS * DAY_MS;
    const destination = destinationId === null ? null : checkedId(destinationId);
    const period = { from, to, status: "undelivered" } as const;
    const { queued } = await replayWebhook(ctx, id, period, destination);
    refresh();
    return {
      message: queued === 0 ? "Nothing was missed." : `Sending ${countOf(queued, "message")}.`,
    };
  });
}
