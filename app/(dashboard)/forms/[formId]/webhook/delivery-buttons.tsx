"use client";

import { RotateCw, Send } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useAction } from "#components/form/use-action.ts";
import { PendingButton } from "#components/ui/button";
import { useSecondsUntil } from "#components/ui/clock";
import type { WebhookDeliveryItem } from "#lib/domain/endpoints/schema";
import { retryDeliveryAction, testWebhookAction } from "./actions";
import type { Owner } from "./describe-deliveries";

type WaitingButtonProps = Omit<ComponentProps<typeof PendingButton>, "onClick"> & {
  /** Epoch milliseconds. */
  availableAt: number;
  run: () => void;
};

/** Counts down until its action is available. */
function WaitingButton({ availableAt, run, children, ...props }: WaitingButtonProps) {
  const seconds = useSecondsUntil(availableAt);
  const isWaiting = seconds > 0;
  return (
    <PendingButton
      variant="outline"
      aria-disabled={isWaiting || props.isPending || undefined}
      className="relative aria-disabled:opacity-60"
      onClick={isWaiting ? undefined : run}
      {...props}
    >
      {children}
      {isWaiting ? (
        <span className="tabular font-normal">
          <span className="sr-only">available </span>in {seconds}s
        </span>
      ) : null}
    </PendingButton>
  );
}

/** One test per minute. */
const GAP_MS = 60_000;

type SendTestProps = {
  formId: string;
  /** Null for the form’s webhook. */
  destination: { id: string; name: string } | null;
  /** Epoch milliseconds; null if there was none. */
  lastTestAt: number | null;
};

export function SendTest({ formId, destination, lastTestAt }: SendTestProps) {
  const [blockedUntil, setBlockedUntil] = useState(0);
  const action = useAction(async () => {
    const result = await testWebhookAction(formId, destination?.id ?? null);
    if (!result.ok && result.error.retryAt) setBlockedUntil(result.error.retryAt);
    return result;
  });
  return (
    <WaitingButton
      {...action}
      size={destination ? "sm" : "md"}
      availableAt={Math.max(blockedUntil, (lastTestAt ?? 0) + GAP_MS)}
      icon={<Send aria-hidden />}
    >
      {destination ? "Send test" : "Send test event"}
      {destination ? <span className="sr-only"> to {destination.name}</span> : null}
    </WaitingButton>
  );
}

type RetryDeliveryProps = Owner & {
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
