import { findAutoresponder } from "#lib/autoresponder/autoresponder";
import type { Context } from "#lib/core/context";
import { settings } from "#lib/core/settings";
import { db } from "#lib/db/database";
import { getPage } from "#lib/forms/form-page";
import { requireForm, toForm } from "#lib/forms/store";
import { fieldRules } from "#lib/intake/doctor-field-rules";
import { rejectionRules } from "#lib/intake/doctor-rejection-rules";
import { resultRules } from "#lib/intake/doctor-result-rules";
import { settingsRules } from "#lib/intake/doctor-settings-rules";
import { spamRules } from "#lib/intake/doctor-spam-rules";
import type { FormCondition } from "#lib/intake/form-condition";
import {
  countBlocked,
  readRecentResults,
  readRecentSubmissions,
} from "#lib/intake/recent-submissions";
import { countObserved, rejectionsSince } from "#lib/intake/rejections";
import type { Finding } from "#lib/intake/schema";
import { findFormRecipients, findVerifiedRecipients } from "#lib/notifications/plan-notification";
import { listBlockedRecipients } from "#lib/recipients/store";
import { findRouting, toRouting } from "#lib/routing/routing";
import { findWidget } from "#lib/turnstile/turnstile";
import { hasPlans } from "#lib/usage/allowances";
import { getUsage } from "#lib/usage/get-usage";
import { listDestinations } from "#lib/webhooks/destinations";
import { findWebhook, toWebhook } from "#lib/webhooks/store";

/** The number of kinds of rejected submissions that are checked, most frequent first. */
const MAX_REJECTION_KINDS = 50;

const SEVERITIES: readonly Finding["severity"][] = ["error", "warning", "note"];

/** Findings for a form in this condition, the worst first. Pure. */
export function examine(form: FormCondition): Finding[] {
  // Results first, settings second.
  const findings = [
    ...resultRules,
    ...settingsRules,
    ...spamRules,
    ...rejectionRules,
    ...fieldRules,
  ].flatMap((rule) => rule(form));
  return findings.toSorted(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  );
}

/**
 * The form doctor: finds what prevents submissions or notifications, and shows what to do, the worst
 * first. Checks the form, its configuration, its latest submissions, and the rejected ones of 7 days.
 * Changes nothing and makes no external calls.
 *
 * @throws {AppError} not_found
 */
export async function diagnoseForm(ctx: Context, formId: string): Promise<Finding[]> {
  return examine(await readCondition(ctx, formId));
}

async function readCondition(ctx: Context, formId: string): Promise<FormCondition> {
  const form = toForm(await requireForm(db(), ctx, formId));
  const [
    known,
    own,
    routingRow,
    widget,
    autoresponder,
    webhook,
    destinations,
    usage,
    rejections,
    recent,
    results,
    blocked,
    page,
  ] = await Promise.all([
    findVerifiedRecipients(db(), ctx),
    findFormRecipients(db(), ctx, formId),
    findRouting(db(), ctx, formId),
    findWidget(db(), ctx, formId),
    findAutoresponder(db(), ctx, formId),
    findWebhook(db(), ctx, formId),
    listDestinations(ctx, formId),
    getUsage(ctx),
    countRejections(ctx, formId),
    readRecentSubmissions(ctx, formId),
    readRecentResults(ctx, formId),
    countBlocked(ctx, formId),
    getPage(ctx, formId),
  ]);
  const verified = new Set(known.map(({ id }) => id));
  const { enabled, rules } = toRouting(routingRow);
  const ruled = enabled ? rules.flatMap(({ recipientIds }) => recipientIds) : [];
  return {
    status: form.status,
    settings: form.settings,
    ownOrigin: new URL(settings().baseUrl).origin,
    recipients: { named: form.recipientIds.length, verified: own.length },
    routing: {
      enabled,
      rules: rules.map(({ name, recipientIds }) => ({
        name,
        verified: recipientIds.filter((id) => verified.has(id)).length,
      })),
    },
    blockedRecipients: await listBlockedRecipients(db(), ctx, [...form.recipientIds, ...ruled]),
    widget: widget && {
      enabled: widget.enabled,
      observed: widget.observes ? await countObserved(ctx, formId, widget.updatedAt) : null,
      isVerified: widget.verifiedAt !== null,
      hostnames: widget.hostnames,
    },
    isReplyEnabled: autoresponder?.enabled === true,
    asksToConfirm: page.confirmEmail,
    webhook: webhook && toWebhook(webhook),
    destinations,
    usage: { ...usage, hasPlans: hasPlans() },
    rejections,
    recent,
    results,
    blocked,
  };
}

/** @param formId - a form already found in this workspace */
async function countRejections(ctx: Context, formId: string): Promise<FormCondition["rejections"]> {
  const rows = await db().$queryRaw<{ code: string; origin: string; count: bigint }[]>`
    SELECT r.code, r.origin, sum(r.count) AS count
    FROM rejected_submissions r
    WHERE r.workspace_id = ${ctx.workspaceId}::uuid AND r.form_id = ${formId}::uuid
      AND r.minute > ${rejectionsSince(ctx.now)} AND NOT starts_with(r.code, 'challenge_')
    GROUP BY r.code, r.origin ORDER BY sum(r.count) DESC, r.code, r.origin
    LIMIT ${MAX_REJECTION_KINDS}`;
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
