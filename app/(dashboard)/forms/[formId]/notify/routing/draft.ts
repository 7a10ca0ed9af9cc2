import { listOf } from "#components/inbox/descriptions.ts";
import type { ErrorDetail } from "#lib/core/errors";
import type { NotificationPlan } from "#lib/domain/emails/schema";
import type { RoutingRule } from "#lib/domain/forms/routing/schema";
import { titleOfRow } from "../../list-editor/use-list-editor";

export type RoutingRulesDraft = { enabled: boolean; rules: readonly RoutingRule[] };
export type Sample = readonly (readonly [string, string | string[]])[];

const MAX_RULE_NAME = 60;

export const OPERATOR_WORDS: Readonly<Record<RoutingRule["operator"], string>> = {
  contains: "contains",
  equals: "is",
  present: "is filled in",
};

/** Returns the default name of a rule: topic contains sales. */
export function defaultName({ field, operator, value }: RoutingRule): string {
  const words = [field, OPERATOR_WORDS[operator], operator === "present" ? "" : value];
  const name = words.join(" ").trim();
  return [...name].slice(0, MAX_RULE_NAME).join("").trim();
}

/** Adds default names to unnamed rules, because the API requires names. */
export function withNames(rules: RoutingRulesDraft["rules"]): RoutingRulesDraft["rules"] {
  return rules.map((rule) =>
    rule.name.trim() === "" ? { ...rule, name: defaultName(rule) } : rule,
  );
}

/** Clears default names, so that they follow changes of the condition. */
export function withoutDefaultNames(rules: RoutingRulesDraft["rules"]): RoutingRulesDraft["rules"] {
  return rules.map((rule) => (rule.name === defaultName(rule) ? { ...rule, name: "" } : rule));
}

/** Drops recipients that were removed since: there’s no checkbox to deselect them. */
export function withKnownRecipients(
  rules: RoutingRulesDraft["rules"],
  recipients: readonly { id: string }[],
): RoutingRulesDraft["rules"] {
  const known = new Set(recipients.map(({ id }) => id));
  return rules.map((rule) => ({
    ...rule,
    recipientIds: rule.recipientIds.filter((id) => known.has(id)),
  }));
}

/** Returns a new rule to fill in. It has the same field as the last rule, as in most lists. */
export function nextRule(id: string, rules: RoutingRulesDraft["rules"]): RoutingRule {
  const last = rules.at(-1);
  const field = last?.field ?? "";
  const operator = last && last.operator !== "present" ? last.operator : "contains";
  return { id, name: "", field, operator, value: "", recipientIds: [] };
}

/** Returns whether a rule is complete, so that its summary is enough. */
export function isComplete({ field, operator, value, recipientIds }: RoutingRule): boolean {
  const hasValue = operator === "present" || (value ?? "").trim() !== "";
  return field.trim() !== "" && hasValue && recipientIds.length > 0;
}

/** A rule’s condition: “topic” contains “sales”. */
function describeCondition({ field, operator, value }: RoutingRule): string {
  const words = `“${field}” ${OPERATOR_WORDS[operator]}`;
  return operator === "present" ? words : `${words} “${value}”`;
}

export function describeAudience({ recipients }: NotificationPlan): string {
  return recipients.length === 0 ? "no one" : listOf(recipients.map(({ email }) => email));
}

export function explainPlan(plan: NotificationPlan, draft: RoutingRulesDraft): string {
  const place = draft.rules.findIndex(({ id }) => id === plan.ruleId);
  const rule = draft.rules[place];
  if (rule) {
    const first = place === 0 ? "matches" : "is the first match";
    return `${titleOfRow("rule", rule.name, place)} ${first}: ${describeCondition(rule)}.`;
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

/** The parts of a rule, with the messages if one is missing or invalid. */
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
  const title = titleOfRow("Rule", rule.name, place);
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

/** @param problems - by their path within the draft: `rules.0.value` */
export function describeProblems(
  rules: RoutingRulesDraft["rules"],
  problems: readonly ErrorDetail[],
): string {
  const inDraft = problems.map((one) => ({ ...one, path: one.path.replace(/^config\./, "") }));
  return rules.flatMap((rule, place) => describeRule(rule, place, inDraft)).join(" ");
}
