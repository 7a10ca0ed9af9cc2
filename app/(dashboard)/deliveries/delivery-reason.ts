import { WEBHOOK_FAILURES } from "#components/forms/webhook-failures.ts";
import { formatCount } from "#lib/core/count";
import type { FailedDelivery } from "#lib/domain/submissions/failed-deliveries";

type Failure = Pick<FailedDelivery, "responseStatus" | "error" | "failureReason">;

/** Explains why a delivery failed and nothing more is sent, with the other side’s response. */
export function explainFailedDelivery({ responseStatus, error, failureReason }: Failure): string {
  const reasons: Readonly<Record<string, string>> = WEBHOOK_FAILURES;
  const reason = failureReason === null ? undefined : reasons[failureReason];
  const response =
    responseStatus === null ? error : `The endpoint responded with ${formatCount(responseStatus)}.`;
  return [reason, response].filter(Boolean).join(" ");
}
