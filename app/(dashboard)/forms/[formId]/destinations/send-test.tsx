"use client";

import { Send } from "lucide-react";
import { useState } from "react";
import { useAction } from "#components/form/use-action.ts";
import type { DestinationState } from "#lib/webhooks/destinations";
import { WaitingButton } from "../webhook/delivery-buttons";
import { testDestinationAction } from "./actions";

const TEST_GAP_MS = 60_000;

type SendTestProps = {
  formId: string;
  destination: Pick<DestinationState, "id" | "name" | "lastTestAt">;
};

/** Sends a test, at most one a minute. */
export function SendTest({ formId, destination: { id, name, lastTestAt } }: SendTestProps) {
  const [blockedUntil, setBlockedUntil] = useState(0);
  const action = useAction(async () => {
    const result = await testDestinationAction(formId, id);
    if (!result.ok && result.error.retryAt) setBlockedUntil(result.error.retryAt);
    return result;
  });
  return (
    <WaitingButton
      {...action}
      size="sm"
      availableAt={Math.max(blockedUntil, (lastTestAt ?? 0) + TEST_GAP_MS)}
      icon={<Send aria-hidden />}
    >
      Send test<span className="sr-only"> to {name}</span>
    </WaitingButton>
  );
}
