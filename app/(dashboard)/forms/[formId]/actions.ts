"use server";

import { describePlan } from "#components/inbox/descriptions";
import { requireActionContext } from "#lib/session/current-session";
import { getSubmission } from "#lib/submissions/store";
import { checkedId } from "../../action-id";

/** Who is notified of a test message, and the status of each email. */
export async function followTestAction(submissionId: string) {
  const ctx = await requireActionContext();
  const message = await getSubmission(ctx, checkedId(submissionId));
  return {
    plan: describePlan(message.notificationPlan),
    mails: message.deliveries.map(({ email, status }) => ({ email, status })),
  };
}
