"use client";

import { ConfirmAction } from "#components/form/confirm-action";
import type { FormState } from "#components/form/form-state";
import { useAction } from "#components/form/use-action";
import { Button } from "#components/ui/button";
import { countOf, formatCount } from "#lib/core/count";

type SwitchPlanButtonProps = {
  title: string;
  /** Messages of this month, and what the plan would allow. */
  accepted: number;
  allowance: number;
  switchPlan: () => Promise<FormState>;
};

/** Asks only where the plan is too small for what has come already. */
export function SwitchPlanButton({
  title,
  accepted,
  allowance,
  switchPlan,
}: SwitchPlanButtonProps) {
  const { run, isPending } = useAction(switchPlan);
  if (accepted < allowance)
    return (
      <Button variant="outline" size="sm" onClick={run} aria-disabled={isPending || undefined}>
        Switch to {title}
      </Button>
    );
  return (
    <ConfirmAction
      trigger={(ask) => (
        <Button variant="outline" size="sm" onClick={ask}>
          Switch to {title}
        </Button>
      )}
      title={`Switch to ${title}?`}
      confirmLabel={`Switch to ${title}`}
      action={switchPlan}
    >
      <p>
        {countOf(accepted, "message")} came this month, and {title} allows {formatCount(allowance)}.
        Forms would take no more messages until the month is over.
      </p>
    </ConfirmAction>
  );
}
