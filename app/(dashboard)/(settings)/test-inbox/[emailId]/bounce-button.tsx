"use client";

import { Undo2 } from "lucide-react";
import { ConfirmAction } from "#components/form/confirm-action";
import { Button } from "#components/ui/button";
import { simulateBounceAction } from "./actions";

type BounceButtonProps = { emailId: string; to: string; isReply: boolean };

export function BounceButton({ emailId, to, isReply }: BounceButtonProps) {
  return (
    <ConfirmAction
      title="Simulate a bounce?"
      confirmLabel="Simulate a bounce"
      isDestructive={false}
      action={() => simulateBounceAction(emailId)}
      trigger={(open) => (
        <Button variant="outline" size="sm" onClick={open}>
          <Undo2 aria-hidden />
          Simulate a bounce
        </Button>
      )}
    >
      <p>
        {isReply
          ? `${to} then gets no more auto-replies from this workspace.`
          : `${to} then gets no notifications until it’s confirmed again, and the owners get an email about it.`}
      </p>
    </ConfirmAction>
  );
}
