import type { ComponentProps, ReactNode } from "react";
import { ActionForm } from "#components/form/action-form";
import { PasswordField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { Card, CardContent, CardFooter, CardHeader } from "#components/ui/card";

type FormCardProps = ComponentProps<typeof ActionForm> & {
  title: string;
  description?: ReactNode;
  submit: ReactNode;
};

export function FormCard({ title, description, submit, children, ...props }: FormCardProps) {
  return (
    <ActionForm {...props}>
      <Card>
        <CardHeader title={title} description={description} />
        <CardContent className="grid max-w-sm gap-5 sm:max-w-108">
          <FormMessage />
          {children}
        </CardContent>
        <CardFooter>{submit}</CardFooter>
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
