"use server";

import { after } from "next/server";
import { authenticatedAction } from "#components/form/server-action.ts";
import { triggerDrain } from "#lib/domain/deliveries/drain-trigger";
import { retryFailedBatch } from "#lib/domain/submissions/failed-deliveries";
import { RetryFailedInput } from "#lib/domain/submissions/inbox/inbox-schema";
import { parseInput } from "#lib/entry/http/parse";

export async function retryFailedAction(input: RetryFailedInput) {
  return authenticatedAction(null, async (ctx) => {
    const batch = await retryFailedBatch(ctx, parseInput(RetryFailedInput, input));
    after(triggerDrain);
    return batch;
  });
}
