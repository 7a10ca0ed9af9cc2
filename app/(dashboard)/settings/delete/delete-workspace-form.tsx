"use client";

import { ActionForm, SubmitButton } from "#components/form/action-form";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { ButtonLink } from "#components/ui/button";
import { CardContent, CardFooter } from "#components/ui/card";
import { CurrentPasswordField } from "../account-forms";
import { deleteWorkspaceAction } from "../actions";

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
