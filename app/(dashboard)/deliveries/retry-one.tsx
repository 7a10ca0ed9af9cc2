"use client";

import { useRouter } from "next/navigation";
import type { FailedDelivery } from "#lib/domain/submissions/failed-deliveries";
import { RetryDelivery } from "../retry-delivery";
import RetryEmail from "../retry-email";

export function RetryOne({ delivery }: { delivery: FailedDelivery }) {
  const { id, submissionId, formId, destinationId, kind, status, to, retryAvailableAt } = delivery;
  const router = useRouter();
  if (retryAvailableAt === null) return null;
  if (kind === "submission.created")
    return (
      <RetryDelivery
        formId={formId}
        deliveryId={id}
        destinationId={destinationId}
        eventId={id}
        status={status === "retrying" ? "retrying" : "failed"}
        availableAt={retryAvailableAt}
      />
    );
  return (
    <RetryEmail
      submissionId={submissionId}
      deliveryId={id}
      email={to}
      isUncertain={status === "uncertain"}
      onDone={() => router.refresh()}
    />
  );
}
