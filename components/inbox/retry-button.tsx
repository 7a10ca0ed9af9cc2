"use client";

import { RotateCw } from "lucide-react";
import { ConfirmAction } from "#components/form/confirm-action";
import type { FormState } from "#components/form/form-state";
import { useAction } from "#components/form/use-action";
import { Button } from "#components/ui/button";

type RetryButtonProps = {
  email: string;
  /** The mail may have arrived already: then the question comes first. */
  isUncertain: boolean;
  retry: () => Promise<FormState>;
};

export default function RetryButton({ email, isUncertain, retry }: RetryButtonProps) {
  const { run, isPending } = useAction(retry);
  const button = (onClick: () => void) => (
    <Button
      variant="outline"
      size="sm"
      aria-disabled={isPending || undefined}
      onClick={onClick}
      className="justify-self-start"
    >
      <RotateCw aria-hidden />
      Send again<span className="sr-only"> to {email}</span>
    </Button>
  );
  if (!isUncertain) return button(run);
  return (
    <ConfirmAction
      trigger={button}
      title="Send the mail again?"
      confirmLabel="Send it again"
      action={retry}
      isDestructive={false}
    >
      <p>We can’t confirm that the first email arrived. {email} may receive it twice.</p>
    </ConfirmAction>
  );
}
