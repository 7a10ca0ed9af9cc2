"use client";

import { LoaderCircle, RotateCw } from "lucide-react";
import type { FormState } from "#components/form/form-state";
import { useAction } from "#components/form/use-action";
import { Button } from "#components/ui/button";
import { useSecondsUntil } from "#components/ui/countdown";

type RetryDeliveryProps = {
  /** From when it can be sent again, in epoch milliseconds. */
  availableAt: number;
  /** Which event, for the button's name. */
  eventId: string;
  retry: () => Promise<FormState>;
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
          <span className="sr-only">possible </span>in {seconds} s
        </span>
      ) : null}
    </Button>
  );
}
