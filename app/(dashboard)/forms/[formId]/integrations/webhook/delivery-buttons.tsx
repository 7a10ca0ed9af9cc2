"use client";

import { History, Send } from "lucide-react";
import { useState } from "react";
import { useAction } from "#components/form/use-action.ts";
import { PendingButton } from "#components/ui/button";
import { WaitingButton } from "#components/ui/waiting-button";
import type { Owner } from "../endpoint-path";
import { replayMissedAction, testWebhookAction } from "./actions";

/** The minimum time between two tests. */
const GAP_MS = 60_000;

type SendTestProps = {
  formId: string;
  /** Null for the form’s webhook. */
  destinationId: string | null;
  /** Completes the button’s accessible name if there are several buttons. */
  name?: string;
  /** Epoch milliseconds; null if there was none. */
  lastTestAt: number | null;
};

export function SendTest({ formId, destinationId, name, lastTestAt }: SendTestProps) {
  const [blockedUntil, setBlockedUntil] = useState(0);
  const action = useAction(async () => {
    const result = await testWebhookAction(formId, destinationId);
    if (!result.ok && result.error.retryAt) setBlockedUntil(result.error.retryAt);
    return result;
  });
  return (
    <WaitingButton
      {...action}
      size={name === undefined ? "md" : "sm"}
      availableAt={Math.max(blockedUntil, (lastTestAt ?? 0) + GAP_MS)}
      icon={<Send aria-hidden />}
    >
      {name === undefined ? "Send test event" : "Send test"}
      {name === undefined ? null : <span className="sr-only"> to {name}</span>}
    </WaitingButton>
  );
}

/**
 * Sends events again that never arrived, including those that were canceled when the endpoint
 * changed.
 */
export function ReplayMissed({ formId, destinationId }: Owner) {
  const { isPending, run } = useAction(() => replayMissedAction(formId, destinationId));
  return (
    <PendingButton
      variant="outline"
      size="sm"
      icon={<History aria-hidden />}
      isPending={isPending}
      onClick={run}
    >
      Send what was missed
    </PendingButton>
  );
}
