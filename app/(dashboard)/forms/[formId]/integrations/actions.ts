"use server";

import { refresh } from "next/cache";
import type { ActionResult } from "#components/form/action-result.ts";
import { checkedId, idempotencyKeyOf, textOf } from "#components/form/server-action.ts";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import type { IdempotencyKey } from "#lib/core/ids";
import { recognizeKind } from "#lib/domain/endpoints/chats/kinds";
import {
  CreateDestinationInput,
  UpdateDestinationInput,
} from "#lib/domain/endpoints/destination-schema";
import { EVENT_TYPES } from "#lib/domain/endpoints/event-schema";
import {
  createDestination,
  deleteDestination,
  rotateDestinationSecret,
  updateDestination,
} from "#lib/domain/endpoints/save-destination";
import { saveWebhook } from "#lib/domain/endpoints/save-webhook";
import { SaveWebhookInput } from "#lib/domain/endpoints/schema";
import { testWebhook } from "#lib/domain/endpoints/test-webhook";
import { previewConditions } from "#lib/domain/submissions/replay-routing";
import { parseInput } from "#lib/entry/http/parse";
import { actionOnForm, parseJsonOrNull } from "../../form-action";
import { HEADERS_NAME } from "./headers-name";

/**
 * Adds the integration for a URL: the form’s webhook if it’s the first URL of someone’s own app, or else a destination.
 */
export async function addIntegrationAction(
  formId: string,
  _: unknown,
  data: FormData,
): Promise<ActionResult> {
  return actionOnForm(formId, data, async (ctx, id) => {
    const url = textOf(data, "url").trim();
    const kind = recognizeKind(url) ?? "webhook";
    const key = idempotencyKeyOf(data);
    const secret = kind === "webhook" ? await connectWebhook(ctx, id, url, key) : null;
    if (secret !== null) {
      await sendFirstTest(ctx, id, null);
      // The page isn’t refreshed until the user has stored the secret.
      return { secret };
    }
    const name = textOf(data, "name").trim() || undefined;
    const input = parseInput(CreateDestinationInput, { url, kind, name });
    const created = await createDestination(ctx, id, input, key);
    await sendFirstTest(ctx, id, created.id);
    if (created.signingSecret) return { secret: created.signingSecret };
    refresh();
    return { message: "Added. A test is on its way." };
  });
}

/**
 * Returns the secret of the form’s new webhook, even if it’s connected again under the same key; null if the form has
 * another webhook.
 */
async function connectWebhook(ctx: Context, formId: string, url: string, key: IdempotencyKey) {
  const input = parseInput(SaveWebhookInput, { url, enabled: true });
  try {
    const saved = await saveWebhook(ctx, formId, input, key);
    return "signingSecret" in saved ? saved.signingSecret : null;
  } catch (failure) {
    if (failure instanceof AppError && failure.code === "revision_conflict") return null;
    throw failure;
  }
}

/** A repeated submission has sent it already. */
async function sendFirstTest(ctx: Context, formId: string, destinationId: string | null) {
  try {
    await testWebhook(ctx, formId, destinationId);
  } catch (failure) {
    if (!(failure instanceof AppError) || failure.code !== "webhook_test_cooldown") throw failure;
  }
}

export async function updateDestinationAction(
  formId: string,
  destinationId: string,
  _: unknown,
  data: FormData,
): Promise<ActionResult> {
  return actionOnForm(formId, data, async (ctx, id) => {
    const url = textOf(data, "url").trim();
    const more = EVENT_TYPES.filter((type) => data.getAll("events").includes(type));
    const input = parseInput(UpdateDestinationInput, {
      ...(url === "" ? {} : { url }),
      name: textOf(data, "name"),
      content: data.has("isLinkOnly") ? "link" : "full",
      events: ["submission.created", ...more],
      conditions: parseJsonOrNull(textOf(data, "conditions")),
      ...(data.has(HEADERS_NAME) ? { headers: parseJsonOrNull(textOf(data, HEADERS_NAME)) } : {}),
    });
    await updateDestination(ctx, id, checkedId(destinationId), input);
    refresh();
    return { message: "Saved." };
  });
}

/** @param conditions - unchecked: what's in the form's fields */
export async function previewConditionsAction(formId: string, conditions: unknown) {
  return actionOnForm(formId, null, async (ctx, id) => {
    const input = parseInput(UpdateDestinationInput, { conditions });
    return input.conditions ? previewConditions(ctx, id, input.conditions) : null;
  });
}

export async function setDestinationEnabledAction(
  formId: string,
  destinationId: string,
  enabled: boolean,
) {
  return actionOnForm(formId, null, async (ctx, id) => {
    const { name } = await updateDestination(ctx, id, checkedId(destinationId), { enabled });
    refresh();
    return { message: `Turned ${enabled ? "on" : "off"} “${name}”.` };
  });
}

export async function rotateDestinationSecretAction(formId: string, destinationId: string) {
  return actionOnForm(formId, null, async (ctx, id) => {
    const overlap = { overlapHours: 24 };
    const rotated = await rotateDestinationSecret(ctx, id, checkedId(destinationId), overlap);
    return { secret: rotated.signingSecret };
  });
}

export async function removeDestinationAction(formId: string, destinationId: string) {
  return actionOnForm(formId, null, async (ctx, id) => {
    await deleteDestination(ctx, id, checkedId(destinationId));
    refresh();
    return {};
  });
}
