import { toFieldErrors } from "#components/form/action-result";
import type { ErrorDetail } from "#lib/core/errors";
import type { ReplayedMessage } from "#lib/notifications/replay-routing";
import type { NotificationPlan } from "#lib/notifications/schema";
import type { Routing, RoutingRule } from "#lib/routing/schema";

export type Draft = Pick<Routing, "enabled"> & { rules: readonly RoutingRule[] };
export type SavedRouting = Routing;
export type Preview = NotificationPlan;
export type Replay = readonly ReplayedMessage[];
/** Fields of a submission: names and values. */
export type Sample = readonly (readonly [string, string | string[]])[];

/** Errors by rule ID and part, since rules may move. */
export type RuleErrors = Readonly<Record<string, Readonly<Record<string, string>>>>;

export type DraftChange =
  | { type: "enable"; enabled: boolean }
  | { type: "add"; rule: RoutingRule }
  | { type: "insert"; rule: RoutingRule; place: number }
  | { type: "change"; rule: RoutingRule }
  | { type: "remove"; ruleId: string }
  | { type: "move"; ruleId: string; to: number }
  | { type: "replace"; draft: Draft };

export const MAX_RULES = 10;

export function changeDraft(draft: Draft, change: DraftChange): Draft {
  switch (change.type) {
    case "enable":
      return { ...draft, enabled: change.enabled };
    case "add":
      // Users expect their first rule to run.
      return {
        enabled: draft.enabled || draft.rules.length === 0,
        rules: [...draft.rules, change.rule],
      };
    case "insert":
      return {
        ...draft,
        rules: [
          ...draft.rules.slice(0, change.place),
          change.rule,
          ...draft.rules.slice(change.place),
        ],
      };
    case "change":
      return {
        ...draft,
        rules: draft.rules.map((rule) => (rule.id === change.rule.id ? change.rule : rule)),
      };
    case "remove":
      return { ...draft, rules: draft.rules.filter(({ id }) => id !== change.ruleId) };
    case "move":
      return { ...draft, rules: moved(draft.rules, change.ruleId, change.to) };
    case "replace":
      return change.draft;
  }
}

function moved(rules: Draft["rules"], ruleId: string, to: number): Draft["rules"] {
  const rule = rules.find(({ id }) => id === ruleId);
  if (!rule || to < 0 || to >= rules.length) return rules;
  const others = rules.filter(({ id }) => id !== ruleId);
  return [...others.slice(0, to), rule, ...others.slice(to)];
}

/** A version 4 UUID. `crypto.randomUUID` is missing without HTTPS. */
export function newRuleId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(
    /^(.{8})(.{4}).(.{3})(.)(.{3})(.{12})$/,
    (_, a, b, c, d: string, e, f) =>
      `${a}-${b}-4${c}-${"89ab"[Number.parseInt(d, 16) % 4]}${e}-${f}`,
  );
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
