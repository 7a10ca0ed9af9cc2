"use client";

import type { ComponentProps } from "react";
import { PendingButton } from "#components/ui/button";
import { useSecondsUntil } from "#components/ui/clock";

type WaitingButtonProps = Omit<ComponentProps<typeof PendingButton>, "onClick"> & {
  /** Epoch milliseconds. */
  availableAt: number;
  run: () => void;
};

/** Counts down until its action is available. */
export function WaitingButton({ availableAt, run, children, ...props }: WaitingButtonProps) {
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
