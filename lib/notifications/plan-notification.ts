import type { FieldPairs } from "#lib/core/fields";
import type { NotificationPlan } from "#lib/notifications/schema";
import { matchRule } from "#lib/routing/rules";
import type { RoutingRule } from "#lib/routing/schema";

type Recipients = NotificationPlan["recipients"];

/** The saved routing of a form, with who of its rules can be told. */
export type RoutingPlan = {
  enabled: boolean;
  rules: readonly RoutingRule[];
  /** Verified recipients of the workspace; those of a rule that are not among them are left out. */
  recipients: Recipients;
};

type Planned = {
  isSpam: boolean;
  /** The form's own verified recipients. */
  formRecipients: Recipients;
  /** Left out or null where nothing is configured. */
  routing?: RoutingPlan | null;
  /** What was submitted; the rules look at nothing else. */
  fields?: FieldPairs;
};

function byRule(rule: RoutingRule, recipients: Recipients): NotificationPlan {
  const known = new Map(recipients.map((recipient) => [recipient.id, recipient]));
  return {
    recipients: rule.recipientIds.flatMap((id) => known.get(id) ?? []),
    reason: "routing_rule",
    ruleId: rule.id,
    ruleName: rule.name,
  };
}

/** Who is told of a message, and why (CONTRACT section 3, NotificationPlan). Pure. */
export function planNotification(planned: Planned): NotificationPlan {
  const { isSpam, formRecipients, routing, fields = [] } = planned;
  const nobody = { recipients: [], ruleId: null, ruleName: null };
  if (isSpam) return { ...nobody, reason: "spam" };
  const rule = routing?.enabled ? matchRule(routing.rules, fields) : null;
  if (routing && rule) return byRule(rule, routing.recipients);
  if (formRecipients.length === 0) return { ...nobody, reason: "notifications_disabled" };
  return { ...nobody, reason: "form_recipients", recipients: formRecipients };
}
