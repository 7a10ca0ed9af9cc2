import { db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { idsOf } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import {
  countBlocked,
  readRecentResults,
  readRecentSubmissions,
} from "#lib/domain/diagnostics/recent-submissions";
import { findAutoresponder } from "#lib/domain/emails/auto-reply/autoresponder";
import { findFormRecipients, findVerifiedRecipients } from "#lib/domain/emails/plan-notification";
import { listDestinations } from "#lib/domain/endpoints/destinations";
import { findWebhook, toHealth } from "#lib/domain/endpoints/store";
import { getPage } from "#lib/domain/forms/page/form-page";
import { findRouting, toRouting } from "#lib/domain/forms/routing/routing";
import type { Form } from "#lib/domain/forms/schema";
import { requireForm, toForm } from "#lib/domain/forms/store";
import { findWidget } from "#lib/domain/forms/turnstile/turnstile";
import { countRejections, getObservation } from "#lib/domain/intake/rejections";
import { listBlockedRecipients } from "#lib/domain/recipients/store";
import { getUsage, hasPlans } from "#lib/domain/usage/get-usage";

/** Input of the form doctor: the form, and the results of recent submissions. */
export type FormCondition = Awaited<ReturnType<typeof readCondition>>;

/** Whom the form notifies. Only verified recipients are notified. */
async function readRecipients(ctx: Context, { id, recipientIds }: Form) {
  const [known, own, saved] = await Promise.all([
    findVerifiedRecipients(db(), ctx),
    findFormRecipients(db(), ctx, id),
    findRouting(db(), ctx, id),
  ]);
  const verified = new Set(idsOf(known));
  const { enabled, rules } = toRouting(saved);
  const ruled = enabled ? rules.flatMap((rule) => rule.recipientIds) : [];
  const blocked = await listBlockedRecipients(db(), ctx, [...recipientIds, ...ruled]);
  return {
    recipients: { named: recipientIds.length, verified: own.length },
    routing: {
      enabled,
      rules: rules.map((rule) => ({
        name: rule.name,
        verified: rule.recipientIds.filter((one) => verified.has(one)).length,
      })),
    },
    /** Recipients of the form and of its active rules that get no notifications. */
    blockedRecipients: blocked.map(({ email, reason }) => ({ email, reason })),
  };
}

async function readActivity(ctx: Context, formId: string) {
  const [rejections, recent, results, blocked] = await Promise.all([
    countRejections(ctx, formId),
    readRecentSubmissions(ctx, formId),
    readRecentResults(ctx, formId),
    countBlocked(ctx, formId),
  ]);
  return { rejections, recent, results, blocked };
}

/** @throws {AppError} not_found */
export async function readCondition(ctx: Context, formId: string) {
  const form = toForm(await requireForm(db(), ctx, formId));
  const [
    notified,
    activity,
    widget,
    observation,
    autoresponder,
    webhook,
    destinations,
    page,
    usage,
  ] = await Promise.all([
    readRecipients(ctx, form),
    readActivity(ctx, formId),
    findWidget(db(), ctx, formId),
    getObservation(ctx, formId),
    findAutoresponder(db(), ctx, formId),
    findWebhook(db(), ctx, formId),
    listDestinations(ctx, formId),
    getPage(ctx, formId),
    getUsage(ctx),
  ]);
  const { accepted, allowance } = usage;
  return {
    status: form.status,
    settings: form.settings,
    ownOrigin: new URL(settings().baseUrl).origin,
    ...notified,
    ...activity,
    widget: widget && {
      enabled: widget.enabled,
      /** The counts of a widget that isn't enabled but observes. */
      observed: observation?.counts ?? null,
      isVerified: widget.verifiedAt !== null,
      hostnames: widget.hostnames,
    },
    isReplyEnabled: autoresponder?.enabled === true,
    asksToConfirm: page.confirmEmail,
    webhook: webhook && { enabled: webhook.enabled, health: toHealth(webhook.health) },
    destinations: destinations.map(({ name, enabled, health }) => ({ name, enabled, health })),
    usage: { accepted, allowance, hasPlans: hasPlans() },
  };
}

export function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? "";
}
