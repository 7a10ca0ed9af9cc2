"use client";

import { type ReactNode, useState } from "react";
import { ConfirmAction } from "#components/form/confirm-action";
import { useAction } from "#components/form/use-action.ts";
import { Badge } from "#components/ui/badge";
import { Button, PendingButton } from "#components/ui/button";
import { Card, CardContent, CardFooter, CardHeader } from "#components/ui/card";
import { Notice } from "#components/ui/notice";
import { countOf } from "#lib/core/count";
import {
  type AuthenticatorSetup,
  createRecoveryCodesAction,
  removeAuthenticatorAction,
  startAuthenticatorAction,
} from "./actions";
import { AuthenticatorSetupForm, RecoveryCodes } from "./two-step-setup";

/** With fewer recovery codes than this, we suggest creating new ones. */
const FEW_CODES = 4;

type TwoStepCardProps = {
  isOn: boolean;
  codesLeft: number;
  /** Shown while the account’s address isn’t confirmed. */
  confirmFirst: ReactNode;
};

export function TwoStepCard({ isOn, codesLeft, confirmFirst }: TwoStepCardProps) {
  const [setup, setSetup] = useState<AuthenticatorSetup | null>(null);
  const [codes, setCodes] = useState<string | null>(null);

  function show(newCodes: string | undefined): void {
    setSetup(null);
    setCodes(newCodes ?? null);
  }

  return (
    <Card>
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-2">
            Two-step verification
            <Badge tone={isOn ? "success" : "neutral"}>{isOn ? "On" : "Off"}</Badge>
          </span>
        }
        description="Require a code from an app on your phone when you sign in with your password."
      />
      {codes !== null ? (
        <CardContent>
          <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
        </CardContent>
      ) : isOn ? (
        <TurnedOn codesLeft={codesLeft} onCodes={show} />
      ) : setup ? (
        <AuthenticatorSetupForm setup={setup} onDone={show} onCancel={() => setSetup(null)} />
      ) : (
        <CardContent>{confirmFirst ?? <StartButton onStart={setSetup} />}</CardContent>
      )}
    </Card>
  );
}

function StartButton({ onStart }: { onStart: (setup: AuthenticatorSetup) => void }) {
  const { run, isPending } = useAction(async () => {
    const result = await startAuthenticatorAction();
    if (result.ok) onStart(result.value);
    return result;
  });
  return (
    <PendingButton variant="outline" isPending={isPending} onClick={run}>
      Set up authenticator app
    </PendingButton>
  );
}

type TurnedOnProps = { codesLeft: number; onCodes: (codes: string | undefined) => void };

function TurnedOn({ codesLeft, onCodes }: TurnedOnProps) {
  const left = `You have ${countOf(codesLeft, "recovery code")} left.`;
  return (
    <>
      <CardContent>
        {codesLeft < FEW_CODES ? (
          <Notice tone="warning">{left} Create new ones before you run out.</Notice>
        ) : (
          <p className="text-muted-foreground">{left}</p>
        )}
      </CardContent>
      <CardFooter>
        <ConfirmAction
          trigger={(ask) => (
            <Button variant="outline" onClick={ask}>
              Create new recovery codes
            </Button>
          )}
          title="Create new recovery codes?"
          confirmLabel="Create new codes"
          isDestructive={false}
          action={createRecoveryCodesAction}
          onDone={({ value }) => onCodes(value.secret)}
        >
          <p>The codes you have now stop working.</p>
        </ConfirmAction>
        <ConfirmAction
          trigger={(ask) => (
            <Button variant="ghost" className="text-destructive" onClick={ask}>
              Turn off
            </Button>
          )}
          title="Turn off two-step verification?"
          confirmLabel="Turn off"
          action={removeAuthenticatorAction}
        >
          <p>Your password alone will be enough to sign in. Your recovery codes stop working.</p>
        </ConfirmAction>
      </CardFooter>
    </>
  );
}
