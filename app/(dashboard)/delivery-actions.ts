"use server";

import { refresh } from "next/cache";
import { authenticatedAction, checkedId } from "#components/form/server-action.ts";
import { retryDigest } from "#lib/domain/emails/digests/retry-digest";
import { retryEmail } from "#lib/domain/emails/retry-email";
import { retryWebhookDelivery } from "#lib/domain/endpoints/retry-delivery";
import { retryFailedBatch } from "#lib/domain/submissions/failed-deliveries";
import { RetryFailedInput } from "#lib/domain/submissions/inbox/inbox-schema";
import { RetryEmailInput } from "#lib/domain/submissions/schema";
import { parseInput } from "#lib/entry/http/parse";

/** @param isAcknowledged - whether the owner accepts that the email may arrive twice */
export async function retryEmailAction(
  submissionId: string,
  deliveryId: string,
  isAcknowledged: boolean,
) {
  return authenticatedAction(null, async (ctx) => {
    const input = parseInput(RetryEmailInput, { acknowledgePossibleDuplicate: isAcknowledged });
    const { message } = await retryEmail(ctx, submissionId, deliveryId, input);
    return { message };
  });
}

/** @param isAcknowledged - whether the owner accepts that the digest may arrive twice */
export async function retryDigestAction(deliveryId: string, isAcknowledged: boolean) {
  return authenticatedAction(null, async (ctx) => {
    const input = parseInput(RetryEmailInput, { acknowledgePossibleDuplicate: isAcknowledged });
    return retryDigest(ctx, checkedId(deliveryId), input);
  });
}

/** @param destinationId - null for the form’s webhook */
export async function retryDeliveryAction(
  formId: string,
  deliveryId: string,
  destinationId: string | null,
) {
  return authenticatedAction(null, async (ctx) => {
    const destination = destinationId === null ? null : checkedId(destinationId);
    const { message } = await retryWebhookDelivery(
      ctx,
      checkedId(formId),
      checkedId(deliveryId),
      destination,
    );
    refresh();
    return { message };
  });
}

export async function retryFailedAction(input: RetryFailedInput) {
  return authenticatedAction(null, async (ctx) => {
    const batch = await retryFailedBatch(ctx, parseInput(RetryFailedInput, input));
    return batch;
  });
}
