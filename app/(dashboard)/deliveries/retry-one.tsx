"use client";

import { useRouter } from "next/navigation";
import type { FailedDelivery } from "#lib/domain/submissions/failed-deliveries";
import { RetryDelivery } from "../forms/[formId]/webhook/delivery-buttons";
import RetryButton from "../inbox/message/retry-button";

export function RetryOne({ delivery }: { delivery: FailedDelivery }) {
  const { id, submissionId, formId, destinationId, kind, isUncertain, to, retryAvailableAt } =
    delivery;
  const router = useRouter();
  if (retryAvailableAt === null) return null;
  if (kind === "submission.created")
    return (
      <RetryDelivery
        formId={formId}
        deliveryId={id}
        destinationId={destinationId}
        eventId={id}
        status="failed"
        availableAt={retryAvailableAt}
      />
    );
  return (
    <RetryButton
      submissionId={submissionId}
      deliveryId={id}
      email={to}
      isUncertain={isUncertain}
      onDone={() => router.refresh()}
    />
  );
}
