import { type Db, db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { MessageContext } from "#lib/core/fields/context-schema";
import { FieldPairs } from "#lib/core/fields/fields";
import { contextFields } from "#lib/core/fields/message-context";
import { completeSender, type FoundSender, findSender, withSender } from "#lib/core/fields/sender";
import { listQuietRecipients } from "#lib/domain/emails/digests/quiet-recipients";
import type { NotificationPlan } from "#lib/domain/emails/schema";
import { readFields } from "#lib/domain/forms/fields/form-fields";
import { findRouting, rejectHoneypotRules, toRouting } from "#lib/domain/forms/routing/routing";
import { matchRule, ruleRecipients } from "#lib/domain/forms/routing/rules";
import type { PreviewRoutingInput, RoutingRule } from "#lib/domain/forms/routing/schema";
import { requireVerifiedRecipients } from "#lib/domain/recipients/store";

type Recipients = NotificationPlan["recipients"];

/** Finds the form's verified recipients, in order. */
async function findFormRecipients(tx: Db, ctx: Context, formId: string): Promise<Recipients> {
  const rows = await tx.formRecipient.findMany({
    where: {
      formId,
      workspaceId: ctx.workspaceId,
      recipient: { verifiedAt: { not: null } },
    },
    orderBy: { position: "asc" },
    include: { recipient: { select: { id: true, email: true } } },
  });
  return rows.map(({ recipient }) => recipient);
}

/** Finds all verified recipients of the workspace, which routing rules can use. */
export function findVerifiedRecipients(tx: Db, ctx: Context): Promise<Recipients> {
  return tx.recipient.findMany({
    where: { workspaceId: ctx.workspaceId, verifiedAt: { not: null } },
    select: { id: true, email: true },
  });
}

type Planned = {
  isSpam: boolean;
  /** Recipients who are notified of each message, without members who get digests or no emails. */
  formRecipients: Recipients;
  /** Whether the form has recipients who get digests or no emails. */
  hasQuiet?: boolean;
  /**
   * Omitted or null when nothing is configured. `recipients`: verified ones of the workspace; a rule's other recipients
   * are ignored.
   */
  routing?: { enabled: boolean; rules: readonly RoutingRule[]; recipients: Recipients } | null;
  /** All that the rules read: the submitted fields, {@link withSender}, and {@link contextFields}. */
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

/** Returns the plan of a submission that notifies no one, or no one yet. */
export function planNoOne(
  reason: "notifications_disabled" | "not_immediately" | "spam" | "held" | "waiting" | "imported",
): NotificationPlan {
  return { recipients: [], ruleId: null, ruleName: null, reason };
}

/** Decides who is notified of a submission, and why. Pure. */
export function planNotification(planned: Planned): NotificationPlan {
  const { isSpam, formRecipients, hasQuiet = false, routing, fields = [] } = planned;
  if (isSpam) return planNoOne("spam");
  const rule = routing?.enabled ? matchRule(routing.rules, fields) : null;
  if (routing && rule) return byRule(rule, routing.recipients);
  if (formRecipients.length === 0)
    return planNoOne(hasQuiet ? "not_immediately" : "notifications_disabled");
  return { recipients: formRecipients, reason: "form_recipients", ruleId: null, ruleName: null };
}

/** Returns the fields of a stored submission for the rules. */
export function ruleFields(row: FoundSender & { fields: unknown; context: unknown }): FieldPairs {
  const fields = FieldPairs.parse(row.fields);
  const context = MessageContext.nullable().parse(row.context);
  return [...withSender(fields, completeSender(row, fields, [])), ...contextFields(context)];
}

/**
 * Returns a function that plans the notifications of a form's submissions as if they arrived now, by
 * its currently saved recipients and routing.
 */
export async function loadPlanner(
  tx: Db,
  ctx: Context,
  formId: string,
): Promise<(fields: FieldPairs) => NotificationPlan> {
  const routing = toRouting(await findRouting(tx, ctx, formId));
  const { formRecipients, hasQuiet, isNotified } = await readFormRecipients(tx, ctx, formId);
  const known = routing.enabled ? await findVerifiedRecipients(tx, ctx) : [];
  const recipients = known.filter(isNotified);
  return (fields) =>
    planNotification({
      isSpam: false,
      formRecipients,
      hasQuiet,
      routing: { ...routing, recipients },
      fields,
    });
}

/** Reads the form's recipients who are notified of each message, and whether there are others. */
async function readFormRecipients(tx: Db, ctx: Context, formId: string) {
  const recipients = await findFormRecipients(tx, ctx, formId);
  const quiet = await listQuietRecipients(tx, ctx, formId);
  const isNotified = ({ id }: { id: string }) => !quiet.has(id);
  const formRecipients = recipients.filter(isNotified);
  return { formRecipients, hasQuiet: formRecipients.length < recipients.length, isNotified };
}

/**
 * Returns a function that plans the notifications of a form's submissions under a draft of its routing,
 * with its current recipients. Accepted submissions use the same function.
 *
 * @throws {AppError} not_found; validation_failed when a rule tests the honeypot; recipient_not_verified
 */
export async function loadDraftPlanner(
  ctx: Context,
  formId: string,
  draft: PreviewRoutingInput["config"],
): Promise<(fields: FieldPairs) => NotificationPlan> {
  const at = "config.rules";
  await rejectHoneypotRules(db(), ctx, formId, draft.rules, at);
  const known = await requireVerifiedRecipients(db(), ctx, ruleRecipients(draft.rules, at));
  const { formRecipients, hasQuiet, isNotified } = await readFormRecipients(db(), ctx, formId);
  const recipients = [...known.values()].map(({ id, email }) => ({ id, email })).filter(isNotified);
  const routing = { ...draft, recipients };
  return (fields) => planNotification({ isSpam: false, formRecipients, hasQuiet, routing, fields });
}

/**
 * Decides who would be notified of a submission with these fields under this routing. Saves and sends nothing.
 *
 * @throws {AppError} not_found; validation_failed when a rule tests the honeypot; recipient_not_verified
 */
export async function previewNotification(
  ctx: Context,
  formId: string,
  { config, fields }: PreviewRoutingInput,
): Promise<NotificationPlan> {
  const plan = await loadDraftPlanner(ctx, formId, config);
  const { fields: own } = await readFields(db(), ctx, formId);
  return plan(withSender(fields, findSender(fields, own)));
}
