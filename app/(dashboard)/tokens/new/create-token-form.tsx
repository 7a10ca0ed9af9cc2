"use client";

import { useState } from "react";
import { ActionForm } from "#components/form/action-form";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import type { FormAction, FormState } from "#components/form/form-state";
import { SubmitButton } from "#components/form/submit-button";
import { ButtonLink } from "#components/ui/button";
import { Card, CardContent, CardFooter } from "#components/ui/card";
import { LifetimeField } from "./lifetime-field";
import { ScopeChoice, type ScopeGroup } from "./scope-choice";
import { SecretOnce } from "./secret-once";

type CreateTokenFormProps = {
  action: FormAction;
  groups: readonly ScopeGroup[];
  defaultDays: number;
  /** Where the API is, for a first request with the new token. */
  baseUrl: string;
};

export function CreateTokenForm({ action, groups, defaultDays, baseUrl }: CreateTokenFormProps) {
  const [created, setCreated] = useState<FormState | null>(null);
  if (created?.secret)
    return <SecretOnce name={created.message ?? ""} secret={created.secret} baseUrl={baseUrl} />;
  return (
    <ActionForm action={action} onDone={setCreated}>
      <Card>
        <CardContent className="grid gap-6">
          <FormMessage />
          <TextField
            name="name"
            label="Name"
            hint="Which program uses it, like “CRM import”."
            autoComplete="off"
            required
          />
          <ScopeChoice groups={groups} />
          <LifetimeField defaultDays={defaultDays} />
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
