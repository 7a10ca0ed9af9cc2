"use client";

import type { ActionResult } from "#components/form/action-result";
import { ConfirmAction } from "#components/form/confirm-action";
import { Button } from "#components/ui/button";

type RevokeButtonProps = { name: string; revoke: () => Promise<ActionResult> };

export function RevokeButton({ name, revoke }: RevokeButtonProps) {
  return (
    <ConfirmAction
      trigger={(ask) => (
        <Button variant="outline" size="sm" className="text-destructive" onClick={ask}>
          Revoke<span className="sr-only"> {name}</span>
        </Button>
      )}
      title={`Revoke “${name}”?`}
      confirmLabel="Revoke token"
      action={revoke}
    >
      <p>
        The token stops working immediately for every app that uses it. You can’t undo this, but you
        can create a new one.
      </p>
    </ConfirmAction>
  );
}
