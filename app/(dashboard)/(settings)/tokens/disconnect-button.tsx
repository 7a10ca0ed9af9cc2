"use client";

import { ConfirmAction } from "#components/form/confirm-action";
import { Button } from "#components/ui/button";
import { disconnectAppAction } from "./actions";

export function DisconnectButton({ id, name }: { id: string; name: string }) {
  return (
    <ConfirmAction
      trigger={(ask) => (
        <Button variant="outline" size="sm" className="text-destructive" onClick={ask}>
          Disconnect<span className="sr-only"> {name}</span>
        </Button>
      )}
      title={`Disconnect “${name}”?`}
      confirmLabel="Disconnect app"
      action={() => disconnectAppAction(id)}
    >
      <p>The app loses its access immediately. You can connect it again from the app.</p>
    </ConfirmAction>
  );
}
