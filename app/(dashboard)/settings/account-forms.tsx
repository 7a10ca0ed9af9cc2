"use client";

import Link from "next/link";
import { ActionForm, SubmitButton, useFormContext } from "#components/form/action-form";
import type { FormAction } from "#components/form/action-result";
import { PasswordField, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { Card, CardContent, CardFooter, CardHeader } from "#components/ui/card";
import { CopyField } from "#components/ui/code";
import { Notice } from "#components/ui/notice";

export function WorkspaceForm({
  action,
  workspace,
}: {
  action: FormAction;
  workspace: { id: string; name: string };
}) {
  return (
    <ActionForm action={action}>
      <Card>
        <CardHeader title="Workspace" />
        <CardContent className="grid gap-4">
          <FormMessage />
          <TextField
            name="name"
            label="Name"
            hint="Shown in verification emails, so people know who’s asking."
            defaultValue={workspace.name}
            className="max-w-sm"
            required
          />
          <div className="grid max-w-sm gap-1.5">
            <p className="font-medium">Workspace ID</p>
            <CopyField value={workspace.id} what="workspace ID" />
          </div>
        </CardContent>
        <CardFooter>
          <SubmitButton>Save</SubmitButton>
        </CardFooter>
      </Card>
    </ActionForm>
  );
}

type EmailFormProps = { action: FormAction; email: string; isCaptured: boolean };

export function EmailForm({ action, email, isCaptured }: EmailFormProps) {
  return (
    <ActionForm action={action} resetWhenDone onDone={() => undefined}>
      <Card>
        <CardHeader
          title="Email"
          description={
            <>
              You sign in as <span className="font-medium wrap-anywhere">{email}</span>. To change
              it, confirm the new address by email.
            </>
          }
        />
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
  const { outcome } = useFormContext();
  if (!outcome) return null;
  return (
    <Notice tone="success" role="status">
      We sent a link to {outcome.message}. It expires in 30 minutes. Your address doesn’t change
      until you confirm.
      {isCaptured ? (
        <>
          {" "}
          On staging, it’s in the{" "}
          <Link href="/test-inbox?kind=account" className="link">
            test inbox
          </Link>
          .
        </>
      ) : null}
    </Notice>
  );
}

export function PasswordForm({ action, email }: { action: FormAction; email: string }) {
  return (
    <ActionForm action={action} resetWhenDone>
      <Card>
        <CardHeader title="Password" />
        <CardContent className="grid max-w-sm gap-5 sm:max-w-108">
          <FormMessage />
          <input hidden type="text" autoComplete="username" value={email} readOnly />
          <PasswordField
            name="currentPassword"
            label="Current password"
            autoComplete="current-password"
          />
          <PasswordField
            name="newPassword"
            label="New password"
            autoComplete="new-password"
            hint="At least 12 characters. You’ll be signed out everywhere else."
          />
        </CardContent>
        <CardFooter>
          <SubmitButton variant="outline">Change password</SubmitButton>
        </CardFooter>
      </Card>
    </ActionForm>
  );
}
