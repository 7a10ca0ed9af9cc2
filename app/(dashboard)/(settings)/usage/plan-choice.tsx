import { Check } from "lucide-react";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { cn } from "#components/ui/cn.ts";
import { formatCount } from "#lib/core/count";
import { HELD_UP_TO, PLAN_ALLOWANCES, PlanName } from "#lib/domain/usage/schema";
import { SwitchPlanButton } from "./switch-plan-button";

const TITLES = { starter: "Starter", team: "Team", scale: "Scale" } as const;
const MEANT_FOR = {
  starter: "One website, a few messages a day.",
  team: "Several websites or clients.",
  scale: "Campaigns and busy shops.",
} as const;

type PlanChoiceProps = {
  current: PlanName;
  accepted: number;
  canSwitch: boolean;
};

export function PlanChoice({ current, accepted, canSwitch }: PlanChoiceProps) {
  return (
    <Card>
      <CardHeader
        title="Plan"
        description={`Plans differ only in messages per month. Test mode is free.${canSwitch ? "" : " Only owners can switch the plan."}`}
      />
      <CardContent>
        <ul className="grid gap-4 sm:grid-cols-3">
          {PlanName.options.map((plan) => (
            <li
              key={plan}
              className={cn(
                "flex flex-col gap-4 rounded-md border p-4",
                plan === current && "border-primary ring-1 ring-primary",
              )}
            >
              <div>
                <h3 className="font-semibold">{TITLES[plan]}</h3>
                <p className="tabular mt-2 text-xl leading-7 font-semibold tracking-tight">
                  {formatCount(PLAN_ALLOWANCES[plan])}
                </p>
                <p className="text-muted-foreground">messages per month</p>
                <p className="mt-2 text-pretty text-muted-foreground">{MEANT_FOR[plan]}</p>
              </div>
              <div className="mt-auto flex h-8 items-center">
                {plan === current ? (
                  <span className="inline-flex items-center gap-1.5 font-medium text-primary">
                    <Check aria-hidden className="size-4" />
                    Current plan
                  </span>
                ) : canSwitch ? (
                  <SwitchPlanButton
                    plan={plan}
                    title={TITLES[plan]}
                    accepted={accepted}
                    allowance={PLAN_ALLOWANCES[plan]}
                    rejectedAt={HELD_UP_TO * PLAN_ALLOWANCES[plan]}
                  />
                ) : null}
              </div>
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}
