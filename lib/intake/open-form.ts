import { z } from "zod";
import type { AutoReplyForm } from "#lib/autoresponder/plan-reply";
import { type Context, mintContext } from "#lib/core/context";
import { AppError, notFound } from "#lib/core/errors";
import { pool } from "#lib/db/database";
import { type Columns, queryPrepared } from "#lib/db/query-rows";
import { type FieldList, FormFields, StoredFields } from "#lib/fields/schema";
import { PageContent, UNSAVED_PAGE } from "#lib/forms/page-schema";
import { FormSettings } from "#lib/forms/schema";
import type { RoutingPlan } from "#lib/notifications/plan-notification";
import type { NotificationPlan } from "#lib/notifications/schema";
import { StoredRules } from "#lib/routing/routing";
import { type BlockedWord, foldWord } from "#lib/spam/rules";
import { Observation } from "#lib/turnstile/schema";
import type { ChallengeWidget } from "#lib/turnstile/verify-challenge";
import type { EventEndpoint } from "#lib/webhooks/events";
import { Webhook } from "#lib/webhooks/schema";

const Recipient = z.object({ id: z.string(), email: z.string() });

const Row = z.object({
  id: z.string(),
  workspace_id: z.string(),
  name: z.string(),
  status: z.enum(["active", "paused"]),
  version: z.int(),
  settings: FormSettings,
  blocked_words: z.array(z.string()),
  blocked_senders: z.array(z.string()),
  recipients: z.array(Recipient),
  routing: z
    .object({ enabled: z.boolean(), rules: StoredRules, recipients: z.array(Recipient) })
    .nullable(),
  widget: z
    .object({
      revision: z.string(),
      siteKey: z.string(),
      sealedSecret: z.base64(),
      hostnames: z.array(z.string()),
      verifiedAt: z.iso.datetime({ offset: true }).nullable(),
      observes: Observation.nullable(),
    })
    .nullable(),
  autoresponder: z
    .object({
      enabled: z.boolean(),
      subject: z.string(),
      message: z.string(),
      replyTo: z.string(),
    })
    .nullable(),
  webhook: Webhook.pick({ id: true, enabled: true, revision: true, health: true }).nullable(),
  field_list: FormFields.pick({ otherFields: true, onInvalid: true })
    .extend({ fields: StoredFields })
    .nullable(),
  page: PageContent.nullable(),
});

const COLUMNS: Columns<z.input<typeof Row>> = {
  id: "uuid",
  workspace_id: "uuid",
  name: "text",
  status: "text",
  version: "int4",
  settings: "jsonb",
  blocked_words: "text[]",
  blocked_senders: "text[]",
  recipients: "json",
  routing: "json",
  widget: "json",
  autoresponder: "json",
  webhook: "json",
  field_list: "json",
  page: "jsonb",
};

/** A form's configuration under one version, as intake needs it. */
export type OpenForm = {
  id: string;
  workspaceId: string;
  publicKey: string;
  name: string;
  status: "active" | "paused";
  version: number;
  settings: FormSettings;
  blockedWords: readonly BlockedWord[];
  /** The workspace's block list. */
  blockedSenders: ReadonlySet<string>;
  recipients: NotificationPlan["recipients"];
  routing: RoutingPlan | null;
  /** The Turnstile widget, if it's connected and enabled or observes. */
  widget: (ChallengeWidget & { siteKey: string }) | null;
  /** The saved auto-reply, enabled or not. */
  autoresponder: AutoReplyForm | null;
  /** The endpoint that gets signed events about accepted submissions. */
  webhook: EventEndpoint | null;
  /** The fields that submissions are checked against, or null if there are none. */
  fieldList: FieldList | null;
  /** Texts and look of its pages. */
  page: PageContent;
  /** Read for an earlier request. Acceptance checks its version; rejections must not rely on it. */
  isCached: boolean;
};

/** The form has changed since it was read: nothing was stored, and another attempt reads it again. */
export class FormChanged extends AppError {
  constructor() {
    super("service_unavailable", "The form is being updated. Try again in a moment.", {
      retryAfterSeconds: 1,
    });
  }
}

const MAX_CACHED = 1_000;
/** With a longer block list, a form is read again each time, so that the cache stays small. */
const MAX_CACHED_SENDERS = 100;
/** The forms that were read last, by public key. */
export const cachedForms = new Map<string, OpenForm>();

const FIND_FORM = `
  SELECT f.id, f.workspace_id, f.name, f.status, f.version, f.settings, f.blocked_words,
    ARRAY(SELECT entry FROM blocked_senders b WHERE b.workspace_id = f.workspace_id) AS blocked_senders,
    coalesce((
      SELECT json_agg(json_build_object('id', r.id, 'email', r.email) ORDER BY fr.position)
      FROM form_recipients fr
      JOIN recipients r ON r.workspace_id = fr.workspace_id AND r.id = fr.recipient_id
      WHERE fr.workspace_id = f.workspace_id AND fr.form_id = f.id AND r.verified_at IS NOT NULL
    ), '[]') AS recipients,
    (
      SELECT json_build_object('enabled', g.enabled, 'rules', g.rules, 'recipients', coalesce((
        SELECT json_agg(json_build_object('id', r.id, 'email', r.email))
        FROM recipients r WHERE r.workspace_id = f.workspace_id AND r.verified_at IS NOT NULL
      ), '[]'))
      FROM routings g WHERE g.workspace_id = f.workspace_id AND g.form_id = f.id
    ) AS routing,
    (
      SELECT json_build_object('revision', t.revision, 'siteKey', t.site_key,
        'sealedSecret', translate(encode(t.sealed_secret, 'base64'), E'\\n', ''),
        'hostnames', t.hostnames, 'verifiedAt', t.verified_at, 'observes', t.observes)
      FROM turnstile_widgets t
      WHERE t.workspace_id = f.workspace_id AND t.form_id = f.id
        AND (t.enabled OR t.observes IS NOT NULL)
    ) AS widget,
    (
      -- One that is off may name a recipient that was removed.
      SELECT json_build_object('enabled', a.enabled AND r.id IS NOT NULL, 'subject', a.subject,
        'message', a.message, 'replyTo', coalesce(r.email, ''))
      FROM autoresponders a
      LEFT JOIN recipients r ON r.workspace_id = a.workspace_id AND r.id = a.reply_recipient_id
      WHERE a.workspace_id = f.workspace_id AND a.form_id = f.id
    ) AS autoresponder,
    (
      SELECT json_build_object('id', h.id, 'enabled', h.enabled, 'revision', h.revision,
        'health', h.health)
      FROM webhooks h
      WHERE h.workspace_id = f.workspace_id AND h.form_id = f.id AND h.deleted_at IS NULL
    ) AS webhook,
    (
      SELECT json_build_object('fields', l.fields, 'otherFields', l.other_fields,
        'onInvalid', l.on_invalid)
      FROM form_fields l
      WHERE l.workspace_id = f.workspace_id AND l.form_id = f.id AND l.fields <> '[]'
    ) AS field_list,
    (
      SELECT p.content FROM form_pages p WHERE p.workspace_id = f.workspace_id AND p.form_id = f.id
    ) AS page
  FROM forms f WHERE f.public_key = $1 AND f.deleted_at IS NULL`;

function remember(form: OpenForm): void {
  if (form.blockedSenders.size > MAX_CACHED_SENDERS) return;
  const oldest = cachedForms.size >= MAX_CACHED ? cachedForms.keys().next().value : undefined;
  if (oldest !== undefined) cachedForms.delete(oldest);
  cachedForms.set(form.publicKey, { ...form, isCached: true });
}

/** The form behind a public key as it is now, or null. */
export async function findOpenForm(publicKey: string): Promise<OpenForm | null> {
  if (!isPublicKey(publicKey)) return null;
  const rows = await queryPrepared(pool(), { text: FIND_FORM, values: [publicKey] }, COLUMNS);
  cachedForms.delete(publicKey);
  if (rows.length === 0) return null;
  const { workspace_id, widget, blocked_words, blocked_senders, field_list, ...row } = Row.parse(
    rows[0],
  );
  const form = {
    ...row,
    fieldList: field_list,
    page: row.page ?? UNSAVED_PAGE,
    blockedWords: blocked_words.map((word) => ({ word, folded: foldWord(word) })),
    blockedSenders: new Set(blocked_senders),
    widget: widget && {
      ...widget,
      sealedSecret: Buffer.from(widget.sealedSecret, "base64"),
      verifiedAt: widget.verifiedAt === null ? null : new Date(widget.verifiedAt),
    },
    workspaceId: workspace_id,
    publicKey,
    isCached: false,
  };
  remember(form);
  return form;
}

/**
 * The form as an earlier request read it, or as it is now. Acceptance notices when it has changed since;
 * a rejection must not rely on one that `isCached`.
 */
export async function findCachedForm(publicKey: string): Promise<OpenForm | null> {
  return cachedForms.get(publicKey) ?? findOpenForm(publicKey);
}

/** An exact match when origins are listed, any origin when none are. */
export function isOriginAllowed(form: OpenForm, origin: string | null): boolean {
  const { allowedOrigins } = form.settings;
  return allowedOrigins.length === 0 || (origin !== null && allowedOrigins.includes(origin));
}

/** @throws {AppError} not_found, form_paused */
export function requireActive(form: OpenForm | null): OpenForm {
  if (!form) throw notFound();
  if (form.status === "paused")
    throw new AppError("form_paused", "This form is paused and doesn't accept submissions.");
  return form;
}

/** @throws {AppError} origin_not_allowed */
export function requireOrigin(form: OpenForm, origin: string | null): void {
  if (!isOriginAllowed(form, origin))
    throw new AppError(
      "origin_not_allowed",
      "This form doesn't accept submissions from this site.",
    );
}

/** Whether a text has the shape of a public key. Anything else costs no query. */
export function isPublicKey(text: string): boolean {
  return /^[0-9A-Za-z]{16,40}$/.test(text);
}

/** The visitor's context in the form's workspace. */
export function visitorContext(form: Pick<OpenForm, "workspaceId">, now: Date): Context {
  return mintContext(form.workspaceId, { kind: "visitor" }, now);
}
