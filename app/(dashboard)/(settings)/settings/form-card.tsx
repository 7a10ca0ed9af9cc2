import type { ComponentProps, ReactNode } from "react";
import { ActionForm } from "#components/form/action-form";
import { PasswordField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { FormSaveBar } from "#components/form/save-bar";
import { Card, CardContent, CardFooter, CardHeader } from "#components/ui/card";

type FormCardProps = ComponentProps<typeof ActionForm> & {
  title: string;
  description?: ReactNode;
  /**
   * The button for a form that starts something. Without it, the form changes settings, and a bar
   * saves them.
   */
  submit?: ReactNode;
};

export function SettingsFormCard({
  title,
  description,
  submit,
  children,
  ...props
}: FormCardProps) {
  return (
    <ActionForm {...props}>
      <Card>
        <CardHeader title={title} description={description} />
        <CardContent className="grid max-w-sm gap-5 sm:max-w-108">
          <FormMessage canDiscard={Boolean(submit)} />
          {children}
        </CardContent>
        {submit ? <CardFooter>{submit}</CardFooter> : <FormSaveBar label="Save changes" />}
      </Card>
    </ActionForm>
  );
}

export function CurrentPasswordField() {
  return (
    <PasswordField
      name="currentPassword"
      label="Current password"
      autoComplete="current-password"
    />
  );
}
