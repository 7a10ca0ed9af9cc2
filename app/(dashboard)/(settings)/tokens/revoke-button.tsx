"use client";

import { ConfirmAction } from "#components/form/confirm-action";
import { Button } from "#components/ui/button";
import { revokeTokenAction } from "./actions";

export function RevokeButton({ id, name }: { id: string; name: string }) {
  return (
    <ConfirmAction
      trigger={(ask) => (
        <Button variant="outline" size="sm" className="text-destructive" onClick={ask}>
          Revoke<span className="sr-only"> {name}</span>
        </Button>
      )}
      title={`Revoke “${name}”?`}
      confirmLabel="Revoke token"
      action={() => revokeTokenAction(id)}
    >
      <p>
        The token stops working immediately for every app that uses it. You can’t undo this, but you
        can create a new one.
      </p>
    </ConfirmAction>
  );
}
