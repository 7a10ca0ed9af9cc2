"use client";

import type { ActionResult } from "#components/form/action-result";
import { ConfirmAction } from "#components/form/confirm-action";
import { useAction } from "#components/form/use-action";
import { Button } from "#components/ui/button";
import { countOf, formatCount } from "#lib/core/count";

type SwitchPlanButtonProps = {
  title: string;
  /** Messages this month. */
  accepted: number;
  allowance: number;
  switchPlan: () => Promise<ActionResult>;
};

/** Asks for confirmation only if the plan is already too small. */
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
        {countOf(accepted, "message")} were accepted this month, and {title} allows{" "}
        {formatCount(allowance)}. Your forms would stop accepting messages until next month.
      </p>
    </ConfirmAction>
  );
}
