import { settings } from "#lib/core/settings";
import { PLAN_ALLOWANCES, PlanName } from "#lib/usage/schema";

/** Returns whether workspaces have plans. MONTHLY_ALLOWANCE replaces them. */
export function hasPlans(): boolean {
  return settings().monthlyAllowance === undefined;
}

/** Submissions per month of each plan; null is unlimited. MONTHLY_ALLOWANCE replaces them all. */
export function planAllowances(): Readonly<Record<PlanName, number | null>> {
  const { monthlyAllowance: allowance } = settings();
  if (allowance === undefined) return PLAN_ALLOWANCES;
  return { starter: allowance, team: allowance, scale: allowance };
}

/** @param plan - as a workspace's row has it */
export function allowanceOf(plan: string): number | null {
  return planAllowances()[PlanName.parse(plan)];
}
