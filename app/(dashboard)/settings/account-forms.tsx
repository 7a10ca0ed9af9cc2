"use client";

import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { ActionForm, SubmitButton, useFormContext } from "#components/form/action-form";
import { PasswordField, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { ButtonLink } from "#components/ui/button";
import { Card, CardContent, CardFooter, CardHeader } from "#components/ui/card";
import { CopyField } from "#components/ui/code";
import { Notice } from "#components/ui/notice";
import {
  changeEmailAction,
  changeNameAction,
  changePasswordAction,
  deleteWorkspaceAction,
  renameWorkspaceAction,
} from "./actions";

type FormCardProps = ComponentProps<typeof ActionForm> & {
  title: string;
  description?: ReactNode;
  submit: ReactNode;
};

function FormCard({ title, description, submit, children, ...props }: FormCardProps) {
  return (
    <ActionForm {...props}>
      <Card>
        <CardHeader title={title} description={description} />
        <CardContent className="grid max-w-sm gap-5 sm:max-w-108">
          <FormMessage />
          {children}
        </CardContent>
        <CardFooter>{submit}</CardFooter>
      </Card>
    </ActionForm>
  );
}

function CurrentPasswordField() {
  return (
    <PasswordField
      name="currentPassword"
      label="Current password"
      autoComplete="current-password"
    />
  );
}

export function WorkspaceForm({ workspace }: { workspace: { id: string; name: string } }) {
  return (
    <FormCard
      action={renameWorkspaceAction}
      title="Workspace"
      submit={<SubmitButton>Save changes</SubmitButton>}
    >
      <TextField
        name="name"
        label="Name"
        hint="Shown in confirmation emails, so people know who’s asking."
        defaultValue={workspace.name}
        required
      />
      <div className="grid gap-1.5">
        <p className="font-medium">Workspace ID</p>
        <CopyField value={workspace.id} what="workspace ID" />
      </div>
    </FormCard>
  );
}

export function NameForm({ name }: { name: string | null }) {
  return (
    <FormCard
      action={changeNameAction}
      title="Name"
      description="How the others in your workspaces see you, and people you invite."
      submit={<SubmitButton variant="outline">Save name</SubmitButton>}
    >
      <TextField
        name="name"
        label="Your name"
        hint="Optional. Without it, your email address is shown."
        autoComplete="name"
        maxLength={80}
        defaultValue={name ?? ""}
      />
    </FormCard>
  );
}

export function EmailForm({ email, isCaptured }: { email: string; isCaptured: boolean }) {
  return (
    <FormCard
      action={changeEmailAction}
      resetWhenDone
      onDone={() => undefined}
      title="Email"
      description={
        <>
          You sign in with <span className="font-medium wrap-anywhere">{email}</span>. To change it,
          enter a new address and open the link we email you.
        </>
      }
      submit={<SubmitButton variant="outline">Send confirmation</SubmitButton>}
    >
      <SentNotice isCaptured={isCaptured} />
      <TextField name="email" label="New address" type="email" autoComplete="off" required />
      <CurrentPasswordField />
    </FormCard>
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

export function PasswordForm({ email }: { email: string }) {
  return (
    <FormCard
      action={changePasswordAction}
      resetWhenDone
      title="Password"
      submit={<SubmitButton variant="outline">Change password</SubmitButton>}
    >
      <input hidden type="text" autoComplete="username" value={email} readOnly />
      <CurrentPasswordField />
      <PasswordField
        name="newPassword"
        label="New password"
        autoComplete="new-password"
        hint="At least 12 characters. You’ll be signed out everywhere else."
      />
    </FormCard>
  );
}

export function DeleteWorkspaceForm({ name }: { name: string }) {
  return (
    <ActionForm action={deleteWorkspaceAction}>
      <CardContent className="grid gap-5">
        <FormMessage />
        <TextField
          name="name"
          label={
            <>
              Type <strong className="font-semibold wrap-anywhere select-text">{name}</strong> to
              confirm
            </>
          }
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          controlClassName="max-w-sm"
        />
        <div className="max-w-sm">
          <CurrentPasswordField />
        </div>
      </CardContent>
      <CardFooter>
        <SubmitButton variant="destructive">Delete workspace permanently</SubmitButton>
        <ButtonLink href="/settings" variant="ghost">
          Cancel
        </ButtonLink>
      </CardFooter>
    </ActionForm>
  );
}
