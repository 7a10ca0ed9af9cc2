"use client";

import { LoaderCircle, Send } from "lucide-react";
import { useState, useTransition } from "react";
import type { FormState } from "#components/form/form-state";
import { runAction } from "#components/form/run-action";
import { Button } from "#components/ui/button";
import { useSecondsUntil } from "#components/ui/countdown";
import { toast } from "#components/ui/toast";

/** One test per minute. */
const GAP_MS = 60_000;

type SendTestProps = {
  /** Epoch milliseconds of the last test that is known; null for none. */
  lastTestAt: number | null;
  send: () => Promise<FormState>;
};

/** Sends a test event, and counts down until there may be another. */
export function SendTest({ lastTestAt, send }: SendTestProps) {
  const [refusedUntil, setRefusedUntil] = useState(0);
  const [isPending, startTransition] = useTransition();
  const seconds = useSecondsUntil(Math.max(refusedUntil, (lastTestAt ?? 0) + GAP_MS));

  function start(): void {
    if (isPending || seconds > 0) return;
    startTransition(async () => {
      const state = await runAction(send);
      if (state.retryAt) setRefusedUntil(state.retryAt);
      if (state.message) toast(state.message);
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
      Send a test
      {seconds > 0 ? (
        <span className="tabular font-normal">
          <span className="sr-only">possible </span>in {seconds} s
        </span>
      ) : null}
    </Button>
  );
}
