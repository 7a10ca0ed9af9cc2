import { toFieldErrors } from "#components/form/action-result";
import type { ErrorDetail } from "#lib/core/errors";
import type { Routing } from "#lib/routing/schema";

export type Draft = Pick<Routing, "enabled" | "rules">;
/** Fields of a submission: names and values. */
export type Sample = readonly (readonly [string, string | string[]])[];

/** Errors by rule ID and part, since rules may move. */
export type RuleErrors = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const MAX_RULES = 10;

export function moveRule(rules: Draft["rules"], ruleId: string, to: number): Draft["rules"] {
  const from = rules.findIndex(({ id }) => id === ruleId);
  const rule = rules[from];
  if (!rule || to < 0 || to >= rules.length) return rules;
  return rules.toSpliced(from, 1).toSpliced(to, 0, rule);
}

function areSameRules(one: Draft, other: Draft): boolean {
  return JSON.stringify(one.rules) === JSON.stringify(other.rules);
}

export function isSameDraft(one: Draft, other: Draft): boolean {
  return one.enabled === other.enabled && areSameRules(one, other);
}

/** Whether rules were changed that won’t run. Turning routing off alone is intentional. */
export function hasIdleChanges(draft: Draft, saved: Draft): boolean {
  return !draft.enabled && draft.rules.length > 0 && !areSameRules(draft, saved);
}

/** Errors by rule; those of the whole list are under the empty ID. */
export function byRule(rules: Draft["rules"], problems: readonly ErrorDetail[]): RuleErrors {
  const errors: Record<string, Record<string, string>> = {};
  for (const [path, message] of Object.entries(toFieldErrors(problems))) {
    const [, index = "", member = ""] = /^(?:config\.)?rules\.(\d+)\.(\w+)/.exec(path) ?? [];
    const id = rules[Number(index)]?.id ?? "";
    errors[id] = { [member]: message, ...errors[id] };
  }
  return errors;
}
