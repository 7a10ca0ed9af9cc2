"use server";

import { after } from "next/server";
import { authenticatedAction } from "#components/form/server-action.ts";
import { triggerDrain } from "#lib/deliveries/drain-trigger";
import { parseInput } from "#lib/http/parse";
import { retryFailedBatch } from "#lib/submissions/failed-deliveries";
import { RetryFailedInput } from "#lib/submissions/inbox-schema";

export async function retryFailedAction(input: RetryFailedInput) {
  return authenticatedAction(null, async (ctx) => {
    const batch = await retryFailedBatch(ctx, parseInput(RetryFailedInput, input));
    after(triggerDrain);
    return batch;
  });
}
