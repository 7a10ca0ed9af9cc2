import type { Context } from "#lib/core/context";
import type { FieldPairs } from "#lib/core/fields";
import { type Db, db } from "#lib/db/database";
import { requireForm, toForm } from "#lib/forms/store";
import type { NotificationPlan } from "#lib/notifications/schema";
import { requireVerifiedRecipients } from "#lib/recipients/store";
import { matchRule, rejectHoneypotRules, ruleRecipients } from "#lib/routing/rules";
import type { PreviewRoutingInput, RoutingRule } from "#lib/routing/schema";
import { findRouting, toRouting } from "#lib/routing/store";

type Recipients = NotificationPlan["recipients"];

/** The form's own recipients that are verified, in their order. */
export async function findFormRecipients(
  tx: Db,
  ctx: Context,
  formId: string,
): Promise<Recipients> {
  const rows = await tx.formRecipient.findMany({
    where: {
      formId,
      form: { workspaceId: ctx.workspaceId },
      recipient: { verifiedAt: { not: null } },
    },
    orderBy: { position: "asc" },
    include: { recipient: { select: { id: true, email: true } } },
  });
  return rows.map(({ recipient }) => recipient);
}

/** All verified recipients of the workspace: whom routing rules can name. */
export function findVerifiedRecipients(tx: Db, ctx: Context): Promise<Recipients> {
  return tx.recipient.findMany({
    where: { workspaceId: ctx.workspaceId, verifiedAt: { not: null } },
    select: { id: true, email: true },
  });
}

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

/**
 * Who would be told of a message with these fields if it came now and were no spam: the plan under the
 * form's recipients and routing as they are saved at this moment.
 */
export async function planAsOfNow(
  tx: Db,
  ctx: Context,
  formId: string,
  fields: FieldPairs,
): Promise<NotificationPlan> {
  const routing = toRouting(await findRouting(tx, ctx, formId));
  return planNotification({
    isSpam: false,
    formRecipients: await findFormRecipients(tx, ctx, formId),
    routing: {
      ...routing,
      recipients: routing.enabled ? await findVerifiedRecipients(tx, ctx) : [],
    },
    fields,
  });
}

/**
 * Who would be told of a message with these fields under this routing, by the function that decides
 * at acceptance. Saves nothing and sends nothing.
 *
 * @throws {AppError} not_found; validation_failed when a rule tests the honeypot; recipient_not_verified
 */
export async function previewNotification(
  ctx: Context,
  formId: string,
  { config, fields }: PreviewRoutingInput,
): Promise<NotificationPlan> {
  const { settings } = toForm(await requireForm(db(), ctx, formId));
  const at = "config.rules";
  rejectHoneypotRules(config.rules, settings.honeypot, at);
  const recipients = await requireVerifiedRecipients(db(), ctx, ruleRecipients(config.rules, at));
  return planNotification({
    isSpam: false,
    formRecipients: await findFormRecipients(db(), ctx, formId),
    routing: {
      ...config,
      recipients: [...recipients.values()].map(({ id, email }) => ({ id, email })),
    },
    fields,
  });
}
