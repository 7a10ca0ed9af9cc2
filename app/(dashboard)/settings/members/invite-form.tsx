"use client";

import { ActionForm, SubmitButton } from "#components/form/action-form";
import { SelectField, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { inviteMemberAction } from "./actions";

export function InviteForm() {
  return (
    <ActionForm action={inviteMemberAction} resetWhenDone className="grid gap-4">
      <FormMessage />
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          name="email"
          label="Email address"
          type="email"
          autoComplete="off"
          placeholder="name@example.com"
          required
          className="min-w-0 flex-1 basis-60"
        />
        <SelectField name="role" label="Role" defaultValue="member" className="w-32">
          <option value="member">Member</option>
          <option value="owner">Owner</option>
        </SelectField>
        <SubmitButton className="mt-6.5">Send invitation</SubmitButton>
      </div>
    </ActionForm>
  );
}
