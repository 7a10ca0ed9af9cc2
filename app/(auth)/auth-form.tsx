import type { ComponentProps } from "react";
import { ActionForm, SubmitButton } from "#components/form/action-form";
import { PasswordField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";

type AuthFormProps = Omit<ComponentProps<typeof ActionForm>, "className"> & { submit: string };

export function AuthForm({ submit, children, ...props }: AuthFormProps) {
  return (
    <ActionForm {...props} className="grid gap-5">
      <FormMessage />
      {children}
      <SubmitButton className="w-full">{submit}</SubmitButton>
    </ActionForm>
  );
}

/** The password of a new account. */
export function FirstPasswordField() {
  return (
    <PasswordField
      name="password"
      label="Password"
      autoComplete="new-password"
      hint="At least 12 characters. A phrase of several words works well."
    />
  );
}
