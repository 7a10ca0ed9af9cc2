"use client";

import type { FormState } from "#components/form/form-state";
import { useAction } from "#components/form/use-action";
import { Button } from "#components/ui/button";

type SwitchPlanButtonProps = { title: string; switchPlan: () => Promise<FormState> };

export function SwitchPlanButton({ title, switchPlan }: SwitchPlanButtonProps) {
  const { run, isPending } = useAction(switchPlan);
  return (
    <Button variant="outline" size="sm" onClick={run} aria-disabled={isPending || undefined}>
      Switch to {title}
    </Button>
  );
}
