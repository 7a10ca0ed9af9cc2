"use client";

import { Download } from "lucide-react";
import { ActionForm, SubmitButton } from "#components/form/action-form";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { useLeaveWarning } from "#components/form/use-draft.ts";
import { Button, buttonVariants } from "#components/ui/button";
import { CardContent, CardFooter } from "#components/ui/card";
import { CopyField } from "#components/ui/code";
import { CopyButton } from "#components/ui/copy-button";
import { focusOnMount } from "#components/ui/focus.ts";
import { Notice } from "#components/ui/notice";
import { type AuthenticatorSetup, confirmAuthenticatorAction } from "./actions";

type SetupProps = {
  setup: AuthenticatorSetup;
  onDone: (codes: string | undefined) => void;
  onCancel: () => void;
};

export function AuthenticatorSetupForm({ setup, onDone, onCancel }: SetupProps) {
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
            <h3 ref={focusOnMount} tabIndex={-1} className="font-medium outline-none">
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

type RecoveryCodesProps = {
  /** One per line. */
  codes: string;
  onDone: () => void;
};

/** Shows new recovery codes until the user confirms having stored them. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  useLeaveWarning(true);
  const file = `Recovery codes for Form Intake (${location.host})\n\n${codes}\n`;
  return (
    <div className="grid gap-4">
      <h3 ref={focusOnMount} tabIndex={-1} className="font-medium outline-none">
        Save your recovery codes
      </h3>
      <Notice tone="warning">
        If you lose your phone, sign in with one of these codes. Each works once. You won’t be able
        to see them again.
      </Notice>
      <ul className="grid gap-x-6 gap-y-2 rounded-md border bg-muted/50 p-4 font-mono text-sm sm:grid-cols-2">
        {codes.split("\n").map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={onDone}>I’ve saved them</Button>
        <CopyButton text={codes} what="recovery codes" withLabel className="h-9" />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="recovery-codes.txt"
          className={buttonVariants({ variant: "outline" })}
        >
          <Download aria-hidden />
          Download
        </a>
      </div>
    </div>
  );
}
