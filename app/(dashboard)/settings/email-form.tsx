"use client";

import Link from "next/link";
import { ActionForm, useFormContext } from "#components/form/action-form";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import type { FormAction } from "#components/form/form-state";
import { PasswordField } from "#components/form/password-field";
import { SubmitButton } from "#components/form/submit-button";
import {
  Card,
  CardContent,
  CardDescription,
  CardFooter,
  CardHeader,
  CardTitle,
} from "#components/ui/card";
import { Notice } from "#components/ui/notice";

type EmailFormProps = { action: FormAction; email: string; isCaptured: boolean };

export function EmailForm({ action, email, isCaptured }: EmailFormProps) {
  return (
    <ActionForm action={action} resetWhenDone onDone={() => undefined}>
      <Card>
        <CardHeader>
          <div>
            <CardTitle>Email</CardTitle>
            <CardDescription>
              You sign in as <span className="font-medium wrap-anywhere">{email}</span>. A new
              address counts once it is confirmed from its mailbox.
            </CardDescription>
          </div>
        </CardHeader>
        <CardContent className="grid max-w-sm gap-5 sm:max-w-108">
          <FormMessage />
          <SentNotice isCaptured={isCaptured} />
          <TextField name="email" label="New address" type="email" autoComplete="off" required />
          <PasswordField
            name="currentPassword"
            label="Current password"
            autoComplete="current-password"
          />
        </CardContent>
        <CardFooter>
          <SubmitButton variant="outline">Send confirmation</SubmitButton>
        </CardFooter>
      </Card>
    </ActionForm>
  );
}

function SentNotice({ isCaptured }: { isCaptured: boolean }) {
  const { state } = useFormContext();
  if (state.status !== "done") return null;
  return (
    <Notice tone="success" role="status">
      A link is on its way to {state.message}. It works for 30 minutes; until then nothing changes.
      {isCaptured ? (
        <>
          {" "}
          On staging it is in the{" "}
          <Link href="/test-inbox?kind=account" className="link">
            test inbox
          </Link>
          .
        </>
      ) : null}
    </Notice>
  );
}
