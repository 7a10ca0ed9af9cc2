"use client";

import { useState } from "react";
import { ActionForm } from "#components/form/action-form";
import { SelectField, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import type { FormAction, FormState } from "#components/form/form-state";
import { SubmitButton } from "#components/form/submit-button";
import { ButtonLink } from "#components/ui/button";
import { Card, CardContent, CardFooter } from "#components/ui/card";
import { ScopeChoice, type ScopeGroup } from "./scope-choice";
import { SecretOnce } from "./secret-once";

const LIFETIMES = [7, 30, 90, 180, 365] as const;

type CreateTokenFormProps = {
  action: FormAction;
  groups: readonly ScopeGroup[];
  defaultDays: number;
};

export function CreateTokenForm({ action, groups, defaultDays }: CreateTokenFormProps) {
  const [created, setCreated] = useState<FormState | null>(null);
  if (created?.secret) return <SecretOnce name={created.message ?? ""} secret={created.secret} />;
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
          <SelectField
            name="expiresInDays"
            label="Valid for"
            defaultValue={String(defaultDays)}
            className="max-w-64"
          >
            {LIFETIMES.map((days) => (
              <option key={days} value={days}>
                {days} days
              </option>
            ))}
          </SelectField>
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
