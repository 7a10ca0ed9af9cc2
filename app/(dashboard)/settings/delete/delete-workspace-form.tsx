"use client";

import { ActionForm } from "#components/form/action-form";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import type { FormAction } from "#components/form/form-state";
import { PasswordField } from "#components/form/password-field";
import { SubmitButton } from "#components/form/submit-button";
import { ButtonLink } from "#components/ui/button";
import { CardContent, CardFooter } from "#components/ui/card";

type DeleteWorkspaceFormProps = { action: FormAction; name: string };

export function DeleteWorkspaceForm({ action, name }: DeleteWorkspaceFormProps) {
  return (
    <ActionForm action={action}>
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
          <PasswordField
            name="currentPassword"
            label="Current password"
            autoComplete="current-password"
          />
        </div>
      </CardContent>
      <CardFooter>
        <SubmitButton variant="destructive">Delete the workspace for good</SubmitButton>
        <ButtonLink href="/settings" variant="ghost">
          Keep it
        </ButtonLink>
      </CardFooter>
    </ActionForm>
  );
}
