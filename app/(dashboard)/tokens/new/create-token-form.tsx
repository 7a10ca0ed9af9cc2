"use client";

import { ActionForm } from "#components/form/action-form";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import type { FormAction } from "#components/form/form-state";
import { OnceField } from "#components/form/once-field";
import { SubmitButton } from "#components/form/submit-button";
import { ButtonLink } from "#components/ui/button";
import { Card, CardContent, CardFooter } from "#components/ui/card";
import { ExpiryField } from "./expiry-field";
import { ScopeChoice, type ScopeGroup } from "./scope-choice";
import { SecretOnce } from "./secret-once";

type CreateTokenFormProps = {
  action: FormAction;
  groups: readonly ScopeGroup[];
  expiry: { defaultDays: number; maxDays: number };
  /** Where the API is, for a first request with the new token. */
  baseUrl: string;
};

export function CreateTokenForm({ action, groups, expiry, baseUrl }: CreateTokenFormProps) {
  return (
    <ActionForm
      action={action}
      done={({ message, secret }) => (
        <SecretOnce name={message ?? ""} secret={secret ?? ""} baseUrl={baseUrl} />
      )}
    >
      <OnceField />
      <Card>
        <CardContent className="grid gap-6">
          <FormMessage />
          <TextField
            name="name"
            label="Name"
            hint="What will use this token, e.g. “CRM import”."
            autoComplete="off"
            required
          />
          <ScopeChoice groups={groups} />
          <ExpiryField {...expiry} />
        </CardContent>
        <CardFooter>
          <SubmitButton>Create token</SubmitButton>
          <ButtonLink href="/tokens" variant="ghost">
            Cancel
          </ButtonLink>
        </CardFooter>
      </Card>
    </ActionForm>
  );
}
