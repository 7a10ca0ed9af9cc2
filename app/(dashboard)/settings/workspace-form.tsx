"use client";

import { ActionForm } from "#components/form/action-form";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import type { FormAction } from "#components/form/form-state";
import { SubmitButton } from "#components/form/submit-button";
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from "#components/ui/card";
import { CopyField } from "#components/ui/code";

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
        <CardHeader>
          <CardTitle>Workspace</CardTitle>
        </CardHeader>
        <CardContent className="grid gap-4">
          <FormMessage />
          <TextField
            name="name"
            label="Name"
            hint="Verification mails name it, so that people know who asks."
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
