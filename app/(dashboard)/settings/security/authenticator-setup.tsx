"use client";

import { useEffect, useRef } from "react";
import { ActionForm, SubmitButton } from "#components/form/action-form";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { Button } from "#components/ui/button";
import { CardContent, CardFooter } from "#components/ui/card";
import { CopyField } from "#components/ui/code";
import { type AuthenticatorSetup, confirmAuthenticatorAction } from "./actions";

type SetupProps = {
  setup: AuthenticatorSetup;
  /** Called with the recovery codes. */
  onDone: (codes: string | undefined) => void;
  onCancel: () => void;
};

/** Shows the secret for an authenticator app, and asks for its first code. */
export function AuthenticatorSetupForm({ setup, onDone, onCancel }: SetupProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { secret, qrCode } = setup;
  return (
    <ActionForm action={confirmAuthenticatorAction} onDone={(outcome) => onDone(outcome.secret)}>
      <CardContent className="grid gap-6 sm:grid-cols-[auto_1fr]">
        <svg
          role="img"
          aria-label="QR code for your authenticator app"
          viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
          shapeRendering="crispEdges"
          className="size-48 rounded-md border bg-white"
        >
          <path d={qrCode.path} fill="#000" />
        </svg>
        <div className="grid min-w-0 content-start gap-5">
          <div className="grid gap-1">
            <h3 ref={heading} tabIndex={-1} className="font-medium outline-none">
              Scan this code with your authenticator app
            </h3>
            <p className="text-pretty text-muted-foreground">
              Any app for time-based codes works, such as your password manager, Aegis, or Google
              Authenticator.
            </p>
          </div>
          <div className="grid gap-1.5">
            <p className="text-muted-foreground">Can’t scan it? Enter this key in the app:</p>
            <CopyField value={secret} what="key" />
          </div>
          <FormMessage />
          <TextField
            name="code"
            label="Code from the app"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            controlClassName="tabular max-w-40"
          />
        </div>
      </CardContent>
      <CardFooter>
        <SubmitButton>Turn on</SubmitButton>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </CardFooter>
    </ActionForm>
  );
}
