import { triggerDrain } from "#lib/domain/deliveries/drain-trigger";
import { senderTo } from "#lib/domain/intake/draft-submission";
import { visitorContext } from "#lib/domain/intake/open-form";
import type { AcceptedSubmission } from "#lib/domain/intake/outcomes";
import { refreshRecall } from "#lib/domain/spam/recall";
import { queueUsageAlert } from "#lib/domain/usage/queue-usage-alert";
import type { Visit } from "#lib/entry/intake/submission-head";

/** Does the work that remains after the response is sent. */
export async function afterAcceptance(
  { form, fitted }: Visit,
  { id, usage, needsModel }: AcceptedSubmission,
  now: Date,
): Promise<void> {
  if (!form || !fitted) return;
  const ctx = visitorContext(form, now);
  if (usage) await queueUsageAlert(ctx, usage.accepted, usage.allowance);
  await triggerDrain();
  if (form.spam.filter !== "off") await refreshRecall(ctx, form.id);
  if (!needsModel) return;
  // Loaded only if a model is configured.
  const { judgeByModel } = await import("#lib/domain/submissions/judge-by-model");
  const { email } = senderTo(form, fitted.fields);
  await judgeByModel(ctx, { id, form, fields: fitted.fields, email });
  await triggerDrain();
}
