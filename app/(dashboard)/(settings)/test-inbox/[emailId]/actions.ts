"use server";

import { refresh } from "next/cache";
import type { ActionResult } from "#components/form/action-result.ts";
import { authenticatedAction, checkedId } from "#components/form/server-action.ts";
import { simulateBounce } from "#lib/domain/emails/report-email";

export async function simulateBounceAction(emailId: string): Promise<ActionResult> {
  return authenticatedAction(null, async (ctx) => {
    await simulateBounce(ctx, checkedId(emailId));
    refresh();
    return { message: "Bounce simulated." };
  });
}
