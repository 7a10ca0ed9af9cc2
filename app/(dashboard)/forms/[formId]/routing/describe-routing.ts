import { listOf } from "#components/inbox/descriptions.ts";
import type { ErrorDetail } from "#lib/core/errors";
import type { NotificationPlan } from "#lib/notifications/schema";
import type { RoutingRule } from "#lib/routing/schema";
import { type Draft, OPERATOR_WORDS } from "./draft";

/** A rule by position, from 0, and name: rule 2 “Sales”. */
export function nameOfRule({ name }: RoutingRule, place: number): string {
  return name.trim() === "" ? `rule ${place + 1}` : `rule ${place + 1} “${name.trim()}”`;
}

/** A rule’s condition: “topic” contains “sales”. */
function describeCondition({ field, operator, value }: RoutingRule): string {
  const words = `“${field}” ${OPERATOR_WORDS[operator]}`;
  return operator === "present" ? words : `${words} “${value}”`;
}

export function describeAudience({ recipients }: NotificationPlan): string {
  return recipients.length === 0 ? "no one" : listOf(recipients.map(({ email }) => email));
}

export function describeReason(plan: NotificationPlan, draft: Draft): string {
  const place = draft.rules.findIndex(({ id }) => id === plan.ruleId);
  const rule = draft.rules[place];
  if (rule) {
    const first = place === 0 ? "matches" : "is the first match";
    return `${nameOfRule(rule, place)} ${first}: ${describeCondition(rule)}.`;
  }
  const why =
    draft.rules.length === 0
      ? "there are no rules"
      : draft.enabled
        ? "no rule matches"
        : "routing is off";
  return plan.reason === "notifications_disabled"
    ? `${why}, and the form has no default recipients.`
    : `${why}, so the form’s default recipients are notified.`;
}

/** The parts of a rule: how to report that one is missing or invalid. */
const PARTS = [
  ["name", "a name", ": the name"],
  ["field", "a field", ": the field"],
  ["operator", "a condition", ": the condition"],
  ["value", "a value", ": the value"],
  ["recipientIds", "a recipient", ""],
] as const satisfies readonly (readonly [keyof RoutingRule, missing: string, subject: string])[];

function isEmpty(given: RoutingRule[keyof RoutingRule]): boolean {
  return given === null || (typeof given === "string" ? given.trim() : given).length === 0;
}

function describeRule(rule: RoutingRule, place: number, problems: readonly ErrorDetail[]) {
  const title = nameOfRule(rule, place).replace(/^r/, "R");
  const missed: string[] = [];
  const sentences: string[] = [];
  for (const [part, missing, subject] of PARTS) {
    const at = `rules.${place}.${part}`;
    const problem = problems.find(({ path }) => path === at || path.startsWith(`${at}.`));
    if (!problem) continue;
    if (isEmpty(rule[part])) missed.push(missing);
    else if (problem.path !== at)
      sentences.push(`${title} notifies an address that isn’t confirmed.`);
    else sentences.push(`${title}${subject} ${problem.message}.`);
  }
  return missed.length > 0 ? [`${title} needs ${listOf(missed)}.`, ...sentences] : sentences;
}

/**
 * Lists the problems of a draft, by the names of its rules.
 *
 * @param problems - by their path within the draft: `rules.0.value`
 */
export function describeProblems(rules: Draft["rules"], problems: readonly ErrorDetail[]): string {
  const inDraft = problems.map((one) => ({ ...one, path: one.path.replace(/^config\./, "") }));
  return rules.flatMap((rule, place) => describeRule(rule, place, inDraft)).join(" ");
}
