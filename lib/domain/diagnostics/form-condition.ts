import { z } from "zod";
import { db, pool } from "#lib/adapters/db/database";
import { queryPrepared } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
import { idsOf } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import {
  countBlocked,
  readRecentResults,
  readRecentSubmissions,
} from "#lib/domain/diagnostics/recent-submissions";
import { Destination } from "#lib/domain/endpoints/destination-schema";
import { toHealth } from "#lib/domain/endpoints/store";
import {
  findClosedReason,
  OpenOptions,
  SELECT_OPTIONS,
} from "#lib/domain/forms/options/open-state";
import type { Form } from "#lib/domain/forms/schema";
import { requireForm, toForm } from "#lib/domain/forms/store";
import { Observation } from "#lib/domain/forms/turnstile/schema";
import { getObservation } from "#lib/domain/intake/observed-challenges";
import { countRejections } from "#lib/domain/intake/rejections";
import { BlockedReason } from "#lib/domain/recipients/blocked-reason";
import { modelHealth } from "#lib/domain/spam/ask-model";
import { getUsage, hasPlans } from "#lib/domain/usage/get-usage";

/** Input of the form doctor: the form, and the results of recent submissions. */
export type FormCondition = Awaited<ReturnType<typeof readCondition>>;

const Parts = z.object({
  /** All recipients of the workspace, oldest first. */
  recipients: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      isVerified: z.boolean(),
      blockedReason: BlockedReason.nullable(),
    }),
  ),
  routing: z.object({
    enabled: z.boolean(),
    rules: z.array(z.object({ name: z.string(), recipientIds: z.array(z.string()) })),
  }),
  widget: z
    .object({
      enabled: z.boolean(),
      observes: Observation.nullable(),
      isVerified: z.boolean(),
      hostnames: z.array(z.string()),
    })
    .nullable(),
  /** The state of the form's own challenge. */
  ownChallenge: z.enum(["off", "unverified", "verified"]),
  /** Whether the spam filter judges the content of messages. */
  isJudged: z.boolean(),
  /** The form's webhook and its destinations, oldest first. */
  endpoints: z.array(
    z.object({
      isFormWebhook: z.boolean(),
      name: z.string(),
      enabled: z.boolean(),
      health: Destination.shape.health,
      failuresInRow: z.number(),
    }),
  ),
  isReplyEnabled: z.boolean(),
  /** The form's own fields; empty if the form doesn't define any. */
  ownFields: z.array(z.object({ name: z.string(), type: z.string() })),
  asksToConfirm: z.boolean(),
  options: OpenOptions,
});
type Parts = z.output<typeof Parts>;

/** Reads everything that belongs to a form in one statement. $1 the workspace, $2 the form. */
const READ_PARTS = `
SELECT to_json(found) AS parts FROM (SELECT
  coalesce((
    SELECT json_agg(json_build_object('id', r.id, 'email', r.email,
      'isVerified', r.verified_at IS NOT NULL, 'blockedReason', r.blocked_reason) ORDER BY r.created_at, r.id)
    FROM recipients r WHERE r.workspace_id = $1::uuid
  ), '[]') AS recipients,
  coalesce((
    SELECT json_build_object('enabled', g.enabled, 'rules', g.rules) FROM routings g
    WHERE g.workspace_id = $1::uuid AND g.form_id = $2::uuid
  ), '{"enabled": false, "rules": []}') AS routing,
  (
    SELECT json_build_object('enabled', t.enabled, 'observes', t.observes,
      'isVerified', t.verified_at IS NOT NULL, 'hostnames', coalesce(t.hostnames, '{}'))
    FROM turnstile_widgets t WHERE t.workspace_id = $1::uuid AND t.form_id = $2::uuid
  ) AS widget,
  coalesce((
    SELECT CASE WHEN NOT c.challenge THEN 'off' WHEN c.challenge_verified_at IS NULL THEN 'unverified' ELSE 'verified' END
    FROM spam_filters c WHERE c.workspace_id = $1::uuid AND c.form_id = $2::uuid
  ), 'off') AS "ownChallenge",
  coalesce((
    SELECT c.filter <> 'off' FROM spam_filters c WHERE c.workspace_id = $1::uuid AND c.form_id = $2::uuid
  ), true) AS "isJudged",
  coalesce((
    SELECT json_agg(json_build_object('isFormWebhook', h.is_form_webhook, 'name', h.name, 'enabled', h.enabled,
      'health', h.health, 'failuresInRow', h.failures_in_row) ORDER BY h.created_at, h.id)
    FROM webhooks h WHERE h.workspace_id = $1::uuid AND h.form_id = $2::uuid AND h.deleted_at IS NULL
  ), '[]') AS endpoints,
  coalesce((
    SELECT a.enabled FROM autoresponders a WHERE a.workspace_id = $1::uuid AND a.form_id = $2::uuid
  ), false) AS "isReplyEnabled",
  coalesce((
    SELECT l.fields FROM form_fields l WHERE l.workspace_id = $1::uuid AND l.form_id = $2::uuid
  ), '[]') AS "ownFields",
  coalesce((
    SELECT (p.content ->> 'confirmEmail')::boolean FROM form_pages p
    WHERE p.workspace_id = $1::uuid AND p.form_id = $2::uuid
  ), false) AS "asksToConfirm",
  (
    SELECT ${SELECT_OPTIONS} FROM forms f WHERE f.workspace_id = $1::uuid AND f.id = $2::uuid
  ) AS options
) found`;

async function readParts({ workspaceId }: Context, formId: string): Promise<Parts> {
  const statement = { text: READ_PARTS, values: [workspaceId, formId] };
  const [row] = await queryPrepared<{ parts: object }>(pool(), { parts: "json" }, statement);
  return Parts.parse(row?.parts);
}

/** Returns whom the form notifies: its verified recipients. */
function notifiedOf({ recipientIds }: Form, { recipients, routing }: Parts) {
  const verified = new Set(idsOf(recipients.filter(({ isVerified }) => isVerified)));
  const countVerified = (ids: readonly string[]) => ids.filter((id) => verified.has(id)).length;
  const { enabled, rules } = routing;
  const ruled = enabled ? rules.flatMap((rule) => rule.recipientIds) : [];
  const named = new Set([...recipientIds, ...ruled]);
  return {
    recipients: { named: recipientIds.length, verified: countVerified(recipientIds) },
    routing: {
      enabled,
      rules: rules.map((rule) => ({
        name: rule.name,
        verified: countVerified(rule.recipientIds),
      })),
    },
    /** Recipients of the form and of its active rules that get no notifications. */
    blockedRecipients: recipients
      .filter(({ id }) => named.has(id))
      .flatMap(({ email, blockedReason: reason }) => (reason ? [{ email, reason }] : [])),
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

type Activity = Awaited<ReturnType<typeof readActivity>>;

/** With this many requests without a response, it isn't chance. */
const MAX_UNANSWERED = 3;

/**
 * Returns what's wrong with the operator's model for this form; null if it works, or isn't asked.
 */
function modelFor({ now }: Context, { isJudged }: Parts, { recent }: Activity) {
  if (!isJudged) return null;
  const { isConfigured, isOpen, failuresInRow } = modelHealth(now);
  if (!isConfigured) return recent.isModelJudged ? ("missing" as const) : null;
  return isOpen || failuresInRow >= MAX_UNANSWERED ? ("silent" as const) : null;
}

/** @throws {AppError} not_found */
export async function readCondition(ctx: Context, formId: string) {
  const form = toForm(await requireForm(db(), ctx, formId));
  const [parts, activity, usage] = await Promise.all([
    readParts(ctx, formId),
    readActivity(ctx, formId),
    getUsage(ctx),
  ]);
  const { widget, endpoints } = parts;
  const observation = widget?.observes ? await getObservation(ctx, formId) : null;
  const webhook = endpoints.find(({ isFormWebhook }) => isFormWebhook);
  const { accepted, allowance } = usage;
  return {
    status: form.status,
    options: parts.options,
    /** The reason the form isn't open now. */
    closed: findClosedReason(parts.options, ctx.now.getTime()),
    settings: form.settings,
    ownOrigin: new URL(settings().baseUrl).origin,
    ...notifiedOf(form, parts),
    ...activity,
    widget: widget && {
      enabled: widget.enabled,
      /** The counts of a widget that isn't enabled but observes. */
      observed: observation?.counts ?? null,
      isVerified: widget.isVerified,
      hostnames: widget.hostnames,
    },
    ownChallenge: parts.ownChallenge,
    model: modelFor(ctx, parts, activity),
    isReplyEnabled: parts.isReplyEnabled,
    ownFields: parts.ownFields,
    asksToConfirm: parts.asksToConfirm,
    webhook: webhook
      ? {
          enabled: webhook.enabled,
          health: toHealth(webhook.health),
          failuresInRow: webhook.failuresInRow,
        }
      : null,
    destinations: endpoints
      .filter(({ isFormWebhook }) => !isFormWebhook)
      .map(({ name, enabled, health }) => ({ name, enabled, health })),
    usage: { accepted, allowance, hasPlans: hasPlans() },
  };
}

export function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? "";
}
