"use client";

import { ConfirmAction } from "#components/form/confirm-action";
import type { FormState } from "#components/form/form-state";
import { Button } from "#components/ui/button";
import { CardFooter } from "#components/ui/card";

type DisconnectWidgetProps = {
  isReplyEnabled: boolean;
  action: () => Promise<FormState>;
};

export function DisconnectWidget({ isReplyEnabled, action }: DisconnectWidgetProps) {
  return (
    <CardFooter>
      <ConfirmAction
        trigger={(ask) => (
          <Button variant="outline" size="sm" className="text-destructive" onClick={ask}>
            Disconnect the widget
          </Button>
        )}
        title="Disconnect the widget?"
        confirmLabel="Disconnect it"
        action={action}
      >
        <p>
          Posts are no longer checked for robots, and 1 secret key is deleted: to connect the widget
          again you need it from Cloudflare.
        </p>
        {isReplyEnabled ? (
          <p>Automatic replies stop at once, for they need a verified widget.</p>
        ) : null}
      </ConfirmAction>
    </CardFooter>
  );
}
