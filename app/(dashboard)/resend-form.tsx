"use client";

import type { ReactNode } from "react";
import { ActionForm, SubmitButton } from "#components/form/action-form";
import type { FormAction } from "#components/form/action-result.ts";
import { FormMessage } from "#components/form/form-message";
import { useSecondsUntil } from "#components/ui/clock";

type ResendFormProps = {
  action: FormAction;
  values: Readonly<Record<string, string>>;
  availableAt: number;
  label?: string;
  /** The rest of the button's name, for screen readers. */
  children: ReactNode;
};

/** Resends an email, with a countdown until the next one may be sent, a minute later. */
export function ResendForm(props: ResendFormProps) {
  const { action, values, availableAt, label = "Resend", children } = props;
  const seconds = useSecondsUntil(availableAt);
  return (
    <ActionForm action={action} className="grid justify-items-end gap-2">
      <FormMessage />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton variant="outline" size="sm" disabled={seconds > 0} className="tabular">
        {seconds > 0 ? `${label} in ${seconds}s` : label}
        <span className="sr-only"> {children}</span>
      </SubmitButton>
    </ActionForm>
  );
}
