"use client";

import { ConfirmAction } from "#components/form/confirm-action";
import type { FormState } from "#components/form/form-state";
import { Button } from "#components/ui/button";

type RevokeButtonProps = { name: string; revoke: () => Promise<FormState> };

export function RevokeButton({ name, revoke }: RevokeButtonProps) {
  return (
    <ConfirmAction
      trigger={(ask) => (
        <Button variant="outline" size="sm" className="text-destructive" onClick={ask}>
          Revoke<span className="sr-only"> {name}</span>
        </Button>
      )}
      title={`Revoke “${name}”?`}
      confirmLabel="Revoke the token"
      action={revoke}
    >
      <p>
        1 token stops working at once, and every program that uses it is refused. It cannot be taken
        back; create a new one instead.
      </p>
    </ConfirmAction>
  );
}
