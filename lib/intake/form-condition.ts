import { findAutoresponder } from "#lib/autoresponder/autoresponder";
import type { Context } from "#lib/core/context";
import { idsOf } from "#lib/core/ids";
import { settings } from "#lib/core/settings";
import { db } from "#lib/db/database";
import { getPage } from "#lib/forms/form-page";
import { requireForm, toForm } from "#lib/forms/store";
import {
  countBlocked,
  readRecentResults,
  readRecentSubmissions,
} from "#lib/intake/recent-submissions";
import { countRejections, getObservation } from "#lib/intake/rejections";
import { findFormRecipients, findVerifiedRecipients } from "#lib/notifications/plan-notification";
import { listBlockedRecipients } from "#lib/recipients/store";
import { findRouting, toRouting } from "#lib/routing/routing";
import { findWidget } from "#lib/turnstile/turnstile";
import { getUsage, hasPlans } from "#lib/usage/get-usage";
import { listDestinations } from "#lib/webhooks/destinations";
import { findWebhook, toHealth } from "#lib/webhooks/store";

/** Input of the form doctor: the form, and the results of recent submissions. */
export type FormCondition = Awaited<ReturnType<typeof readCondition>>;

/** @throws {AppError} not_found */
export async function readCondition(ctx: Context, formId: string) {
  const form = toForm(await requireForm(db(), ctx, formId));
  const known = await findVerifiedRecipients(db(), ctx);
  const { enabled, rules } = toRouting(await findRouting(db(), ctx, formId));
  const verified = new Set(idsOf(known));
  const ruled = enabled ? rules.flatMap(({ recipientIds }) => recipientIds) : [];
  const [own, blockedRecipients, widget, autoresponder, webhook, destinations, page] =
    await Promise.all([
      findFormRecipients(db(), ctx, formId),
      listBlockedRecipients(db(), ctx, [...form.recipientIds, ...ruled]),
      findWidget(db(), ctx, formId),
      findAutoresponder(db(), ctx, formId),
      findWebhook(db(), ctx, formId),
      listDestinations(ctx, formId),
      getPage(ctx, formId),
    ]);
  const { accepted, allowance } = await getUsage(ctx);
  return {
    status: form.status,
    settings: form.settings,
    ownOrigin: new URL(settings().baseUrl).origin,
    /** The form's default recipients. Only `verified` ones are notified. */
    recipients: { named: form.recipientIds.length, verified: own.length },
    routing: {
      enabled,
      rules: rules.map(({ name, recipientIds }) => ({
        name,
        verified: recipientIds.filter((id) => verified.has(id)).length,
      })),
    },
    /** Recipients of the form and of its active rules that get no notifications. */
    blockedRecipients: blockedRecipients.map(({ email, reason }) => ({ email, reason })),
    widget: widget && {
      enabled: widget.enabled,
      /** The counts of a widget that isn't enabled but observes. */
      observed: (await getObservation(ctx, formId))?.counts ?? null,
      isVerified: widget.verifiedAt !== null,
      hostnames: widget.hostnames,
    },
    isReplyEnabled: autoresponder?.enabled === true,
    asksToConfirm: page.confirmEmail,
    webhook: webhook && { enabled: webhook.enabled, health: toHealth(webhook.health) },
    destinations: destinations.map(({ name, enabled, health }) => ({ name, enabled, health })),
    usage: { accepted, allowance, hasPlans: hasPlans() },
    rejections: await countRejections(ctx, formId),
    recent: await readRecentSubmissions(ctx, formId),
    results: await readRecentResults(ctx, formId),
    blocked: await countBlocked(ctx, formId),
  };
}

export function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? "";
}
