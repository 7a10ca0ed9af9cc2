import { toFieldErrors } from "#components/form/action-result.ts";
import type { ErrorDetail } from "#lib/core/errors";
import type { Routing, RoutingRule } from "#lib/routing/schema";

export type Draft = Pick<Routing, "enabled" | "rules">;
/** Fields of a submission: names and values. */
export type Sample = readonly (readonly [string, string | string[]])[];

/** Errors by rule ID and part, since rules may move. */
export type RuleErrors = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const MAX_RULES = 10;
const MAX_NAME_CHARACTERS = 60;

export const OPERATOR_WORDS: Readonly<Record<RoutingRule["operator"], string>> = {
  contains: "contains",
  equals: "is",
  present: "is filled in",
};

/** The name of a rule that was given none: topic contains sales. */
export function defaultName({ field, operator, value }: RoutingRule): string {
  const words = [field, OPERATOR_WORDS[operator], operator === "present" ? "" : value];
  const name = words.join(" ").trim();
  return [...name].slice(0, MAX_NAME_CHARACTERS).join("").trim();
}

/** Names the rules that were given no name, which the API requires. */
export function withNames(rules: Draft["rules"]): Draft["rules"] {
  return rules.map((rule) =>
    rule.name.trim() === "" ? { ...rule, name: defaultName(rule) } : rule,
  );
}

/** Without names that were made from the condition, so that they follow its changes. */
export function withoutDefaultNames(routing: Routing): Routing {
  const rules = routing.rules.map((rule) =>
    rule.name === defaultName(rule) ? { ...rule, name: "" } : rule,
  );
  return { ...routing, rules };
}

/** Without recipients that were removed since: there's no checkbox to deselect them. */
export function withKnownRecipients(
  rules: Draft["rules"],
  recipients: readonly { id: string }[],
): Draft["rules"] {
  const known = new Set(recipients.map(({ id }) => id));
  return rules.map((rule) => ({
    ...rule,
    recipientIds: rule.recipientIds.filter((id) => known.has(id)),
  }));
}

/** A rule to fill in. Most rules ask for the same field as the one before. */
export function nextRule(id: string, rules: Draft["rules"]): RoutingRule {
  const last = rules.at(-1);
  const field = last?.field ?? "";
  const operator = last && last.operator !== "present" ? last.operator : "contains";
  return { id, name: "", field, operator, value: "", recipientIds: [] };
}

/** Tells whether nothing is left to fill in, so that its sentence says it all. */
export function isComplete({ field, operator, value, recipientIds }: RoutingRule): boolean {
  const hasValue = operator === "present" || (value ?? "").trim() !== "";
  return field.trim() !== "" && hasValue && recipientIds.length > 0;
}

export function moveRule(rules: Draft["rules"], ruleId: string, to: number): Draft["rules"] {
  const from = rules.findIndex(({ id }) => id === ruleId);
  const rule = rules[from];
  if (!rule || to < 0 || to >= rules.length) return rules;
  return rules.toSpliced(from, 1).toSpliced(to, 0, rule);
}

export function areSameRules(one: Draft["rules"], other: Draft["rules"]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function isSameDraft(one: Draft, other: Draft): boolean {
  return one.enabled === other.enabled && areSameRules(one.rules, other.rules);
}

/** The IDs of the rules that differ from the saved ones, wherever they are. */
export function changedIds(rules: Draft["rules"], saved: Draft["rules"]): string[] {
  const same = new Set(saved.map((rule) => JSON.stringify(rule)));
  return rules.filter((rule) => !same.has(JSON.stringify(rule))).map(({ id }) => id);
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
