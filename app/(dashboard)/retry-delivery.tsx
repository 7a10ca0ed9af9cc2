"use client";

import { RotateCw } from "lucide-react";
import { useAction } from "#components/form/use-action.ts";
import { WaitingButton } from "#components/ui/waiting-button";
import type { WebhookDeliveryItem } from "#lib/domain/endpoints/schema";
import { retryDeliveryAction } from "./delivery-actions";

type RetryDeliveryProps = {
  formId: string;
  /** Null for the form’s webhook. */
  destinationId: string | null;
  deliveryId: string;
  /** Part of the button’s accessible name. */
  eventId: string;
  status: WebhookDeliveryItem["status"];
  /** Epoch milliseconds; null if it can’t be retried. */
  availableAt: number | null;
  /** Called on a page that fetched the delivery itself. */
  onDone?: () => Promise<unknown>;
};

export function RetryDelivery(props: RetryDeliveryProps) {
  const { formId, deliveryId, destinationId, eventId, status, availableAt, onDone } = props;
  const action = useAction(async () => {
    const result = await retryDeliveryAction(formId, deliveryId, destinationId);
    await onDone?.();
    return result;
  });
  if (availableAt === null) return null;
  return (
    <WaitingButton {...action} availableAt={availableAt} size="sm" icon={<RotateCw aria-hidden />}>
      {status === "retrying" ? "Send now" : status === "delivered" ? "Send again" : "Retry"}
      <span className="sr-only"> event {eventId}</span>
    </WaitingButton>
  );
}
