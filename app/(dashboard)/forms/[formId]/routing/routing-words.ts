import type { NotificationPlan } from "#lib/notifications/schema";
import type { RoutingRule } from "#lib/routing/schema";
import type { Draft } from "./draft";

export function listOf(texts: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "conjunction" }).format(texts);
}

/** What a rule asks of a message: field “topic” contains “sales”. */
function describeCondition({ field, operator, value }: RoutingRule): string {
  switch (operator) {
    case "equals":
      return `“${field}” is “${value}”`;
    case "contains":
      return `“${field}” contains “${value}”`;
    case "present":
      return `“${field}” is filled in`;
  }
}

/** Whom a submission would go to. */
export function describeAudience({ recipients }: NotificationPlan): string {
  return recipients.length === 0 ? "nobody" : listOf(recipients.map(({ email }) => email));
}

/** Why it would, in the terms of the draft. */
export function describeReason(plan: NotificationPlan, draft: Draft): string {
  const place = draft.rules.findIndex(({ id }) => id === plan.ruleId);
  const rule = draft.rules[place];
  if (rule) {
    const first = place === 0 ? "matches" : "is the first that matches";
    return `rule ${place + 1}, “${rule.name}”, ${first}: ${describeCondition(rule)}.`;
  }
  const why =
    draft.rules.length === 0
      ? "there is no rule"
      : draft.enabled
        ? "no rule matches"
        : "routing is switched off";
  return plan.reason === "notifications_disabled"
    ? `${why}, and the form has no recipients of its own.`
    : `${why}, and these are the form’s own recipients.`;
}
