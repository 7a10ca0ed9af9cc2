"use client";

import { ActionForm } from "#components/form/action-form";
import { FormMessage } from "#components/form/form-message";
import type { FormAction } from "#components/form/form-state";
import { PasswordField } from "#components/form/password-field";
import { SubmitButton } from "#components/form/submit-button";
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from "#components/ui/card";

export function PasswordForm({ action, email }: { action: FormAction; email: string }) {
  return (
    <ActionForm action={action} resetWhenDone>
      <Card>
        <CardHeader>
          <CardTitle>Password</CardTitle>
        </CardHeader>
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
            hint="At least 12 characters. You will be signed out everywhere else."
          />
        </CardContent>
        <CardFooter>
          <SubmitButton variant="outline">Change password</SubmitButton>
        </CardFooter>
      </Card>
    </ActionForm>
  );
}
