"use client";

import { ActionForm } from "#components/form/action-form";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import type { FormAction } from "#components/form/form-state";
import { SubmitButton } from "#components/form/submit-button";
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from "#components/ui/card";

export function WorkspaceForm({ action, name }: { action: FormAction; name: string }) {
  return (
    <ActionForm action={action}>
      <Card>
        <CardHeader>
          <CardTitle>Workspace</CardTitle>
        </CardHeader>
        <CardContent className="grid gap-4">
          <FormMessage />
          <TextField
            name="name"
            label="Name"
            hint="Verification mails name it, so that people know who asks."
            defaultValue={name}
            className="max-w-sm"
            required
          />
        </CardContent>
        <CardFooter>
          <SubmitButton>Save</SubmitButton>
        </CardFooter>
      </Card>
    </ActionForm>
  );
}
