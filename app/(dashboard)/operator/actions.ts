"use server";

import type { ActionResult } from "#components/form/action-result.ts";
import { authenticatedAction } from "#components/form/server-action.ts";
import { sendTestEmail, type TestEmailResult } from "#lib/entry/operations/send-test-email";

export async function sendTestEmailAction(): Promise<ActionResult<TestEmailResult>> {
  return authenticatedAction(null, (ctx) => sendTestEmail(ctx));
}
