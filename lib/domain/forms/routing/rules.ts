import type { FieldPairs } from "#lib/core/fields/fields";
import { foldCase } from "#lib/core/text";
import type { Condition, RoutingRule } from "#lib/domain/forms/routing/schema";

function toComparable(text: string): string {
  return foldCase(text.trim());
}

function matches(rule: Condition, fields: FieldPairs): boolean {
  const values = fields.flatMap(([field, value]) => (field === rule.field ? value : []));
  const wanted = toComparable(rule.value ?? "");
  const given = values.map(toComparable);
  switch (rule.operator) {
    case "present":
      return given.some((value) => value !== "");
    case "equals":
      return given.includes(wanted);
    case "contains":
      return given.some((value) => value.includes(wanted));
  }
}

/**
 * Returns the first rule that matches. Field names are compared exactly. Values are compared without
 * case and surrounding spaces, and one value of a repeated field is enough.
 */
export function matchRule(rules: readonly RoutingRule[], fields: FieldPairs): RoutingRule | null {
  return rules.find((rule) => matches(rule, fields)) ?? null;
}

/**
 * Returns whether fields meet all of these conditions, or any of them, compared as by {@link matchRule}.
 */
export function meetsConditions(
  { match, rules }: { match: "all" | "any"; rules: readonly Condition[] },
  fields: FieldPairs,
): boolean {
  const isMet = (rule: Condition) => matches(rule, fields);
  return match === "all" ? rules.every(isMet) : rules.some(isMet);
}

/** Returns the recipients of rules, each with its path in the request. */
export function ruleRecipients(
  rules: readonly RoutingRule[],
  at = "rules",
): { id: string; path: string }[] {
  return rules.flatMap((rule, index) =>
    rule.recipientIds.map((id, place) => ({ id, path: `${at}.${index}.recipientIds.${place}` })),
  );
}
