import { Check } from "lucide-react";
import { cn } from "#components/ui/cn";
import { formatCount } from "#components/ui/count";
import { PLAN_ALLOWANCES, PlanName } from "#lib/usage/schema";
import { switchPlanAction } from "./actions";
import { SwitchPlanButton } from "./switch-plan-button";

const TITLES = { starter: "Starter", team: "Team", scale: "Scale" } as const;

export function PlanChoice({ current }: { current: PlanName }) {
  return (
    <>
      <ul className="grid gap-3 sm:grid-cols-3">
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
              <p className="mt-1 text-muted-foreground">
                <span className="tabular text-foreground">
                  {formatCount(PLAN_ALLOWANCES[plan])}
                </span>{" "}
                messages a month
              </p>
            </div>
            <div className="mt-auto flex h-8 items-center">
              {plan === current ? (
                <span className="inline-flex items-center gap-1.5 font-medium text-primary">
                  <Check aria-hidden className="size-4" />
                  Current plan
                </span>
              ) : (
                <SwitchPlanButton
                  title={TITLES[plan]}
                  switchPlan={switchPlanAction.bind(null, plan)}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-muted-foreground">Staging charges nothing.</p>
    </>
  );
}
