"use client";

import { ConfirmAction } from "#components/form/confirm-action";
import { useAction } from "#components/form/use-action.ts";
import { Button } from "#components/ui/button";
import { countOf, formatCount } from "#lib/core/count";
import type { PlanName } from "#lib/domain/usage/schema";
import { switchPlanAction } from "./actions";

type SwitchPlanButtonProps = {
  plan: PlanName;
  title: string;
  accepted: number;
  allowance: number;
  /** Beyond this, forms stop accepting messages. */
  rejectedAt: number;
};

/** Asks for confirmation only if the plan is already too small. */
export function SwitchPlanButton(props: SwitchPlanButtonProps) {
  const { plan, title, accepted, allowance, rejectedAt } = props;
  const switchPlan = () => switchPlanAction(plan);
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
        {formatCount(allowance)}.{" "}
        {accepted < rejectedAt
          ? "Emails and webhook events of new messages would be held until next month."
          : "Your forms would stop accepting messages until next month."}
      </p>
    </ConfirmAction>
  );
}
