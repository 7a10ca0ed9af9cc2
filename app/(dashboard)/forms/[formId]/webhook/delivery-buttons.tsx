"use client";

import { LoaderCircle, RotateCw, Send } from "lucide-react";
import { useState, useTransition } from "react";
import type { ActionResult } from "#components/form/action-result";
import { callAction, messageOf, useAction } from "#components/form/use-action";
import { Button } from "#components/ui/button";
import { useSecondsUntil } from "#components/ui/clock";
import { toast } from "#components/ui/toast";

/** One test per minute. */
const GAP_MS = 60_000;

type SendTestProps = {
  /** Epoch milliseconds; null if there was none. */
  lastTestAt: number | null;
  send: () => Promise<ActionResult>;
};

/** Sends a test event, and counts down to the next one. */
export function SendTest({ lastTestAt, send }: SendTestProps) {
  const [blockedUntil, setBlockedUntil] = useState(0);
  const [isPending, startTransition] = useTransition();
  const seconds = useSecondsUntil(Math.max(blockedUntil, (lastTestAt ?? 0) + GAP_MS));

  function start(): void {
    if (isPending || seconds > 0) return;
    startTransition(async () => {
      const result = await callAction(send);
      if (!result.ok && result.error.retryAt) setBlockedUntil(result.error.retryAt);
      const message = messageOf(result);
      if (message) toast(message);
    });
  }

  return (
    <Button
      variant="outline"
      onClick={start}
      aria-disabled={isPending || seconds > 0 || undefined}
      className="aria-disabled:opacity-60"
    >
      {isPending ? <LoaderCircle aria-hidden className="animate-spin" /> : <Send aria-hidden />}
      Send test
      {seconds > 0 ? (
        <span className="tabular font-normal">
          <span className="sr-only">available </span>in {seconds} s
        </span>
      ) : null}
    </Button>
  );
}

type RetryDeliveryProps = {
  /** Epoch milliseconds. */
  availableAt: number;
  /** For the button’s accessible name. */
  eventId: string;
  retry: () => Promise<ActionResult>;
};

export function RetryDelivery({ availableAt, eventId, retry }: RetryDeliveryProps) {
  const { run, isPending } = useAction(retry);
  const seconds = useSecondsUntil(availableAt);
  return (
    <Button
      variant="outline"
      size="sm"
      onClick={() => (seconds > 0 ? undefined : run())}
      aria-disabled={isPending || seconds > 0 || undefined}
      className="relative aria-disabled:opacity-60"
    >
      {isPending ? <LoaderCircle aria-hidden className="animate-spin" /> : <RotateCw aria-hidden />}
      Retry
      <span className="sr-only"> event {eventId}</span>
      {seconds > 0 ? (
        <span className="tabular font-normal">
          <span className="sr-only">available </span>in {seconds} s
        </span>
      ) : null}
    </Button>
  );
}
