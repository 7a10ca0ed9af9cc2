import { z } from "zod";
import { pool } from "#lib/adapters/db/database";
import { queryPrepared } from "#lib/adapters/db/query-rows";
import { type Context, mintContext } from "#lib/core/context";
import { AppError, notFound } from "#lib/core/errors";
import { settings } from "#lib/core/settings/settings";
import { StoredLook, selectLook, toLook } from "#lib/domain/brand/look";
import { AutoReplyForm } from "#lib/domain/emails/auto-reply/plan-reply";
import { isQuietSql } from "#lib/domain/emails/digests/quiet-recipients";
import { EventEndpoint } from "#lib/domain/endpoints/plan-events";
import { FormFields, StoredFields } from "#lib/domain/forms/fields/schema";
import { acceptedExtensions } from "#lib/domain/forms/file-rules";
import { OpenOptions, SELECT_OPTIONS } from "#lib/domain/forms/options/open-state";
import type { PageContent } from "#lib/domain/forms/page/page-schema";
import { StoredRules } from "#lib/domain/forms/routing/routing";
import { FormSettings } from "#lib/domain/forms/schema";
import { SPAM_FILTERS } from "#lib/domain/forms/spam/filter-schema";
import { foldWord } from "#lib/domain/forms/spam/rules";
import { Observation } from "#lib/domain/forms/turnstile/schema";

const Recipient = z.object({ id: z.string(), email: z.string() });

/** The entries of a list of senders. */
const Senders = z.array(z.string()).transform((entries) => new Set(entries));

/** A form's row as intake reads it. */
const OpenFormRow = z.object({
  id: z.string(),
  workspaceId: z.string(),
  name: z.string(),
  status: z.enum(["active", "paused"]),
  version: z.int(),
  settings: FormSettings.transform(({ uploads, ...others }) => ({
    ...others,
    uploads: { ...uploads, enabled: uploads.enabled && settings().acceptsFiles },
  })),
  blockedWords: z.array(z.string().transform((word) => ({ word, folded: foldWord(word) }))),
  /** Extensions of the files it accepts, if it accepts files. The column has types of files. */
  fileExtensions: z.array(z.string()).transform(acceptedExtensions),
  /** When the form is open, and what happens to its submissions. */
  options: OpenOptions,
  /** The workspace's blocked senders, and its safe senders, which aren't judged. */
  blockedSenders: Senders,
  safeSenders: Senders,
  /** How the content of messages is judged. */
  spam: z.object({
    filter: z.enum(SPAM_FILTERS),
    challenge: z.boolean(),
    /** Whether a visitor has passed the challenge since it was turned on. */
    isChallengeVerified: z.boolean(),
  }),
  /** The recipients of each message, and whether others get digests or nothing. */
  recipients: z.array(Recipient),
  hasQuietRecipients: z.boolean(),
  routing: z
    .object({ enabled: z.boolean(), rules: StoredRules, recipients: z.array(Recipient) })
    .nullable(),
  /** The Turnstile widget, if it's connected and either enabled or observing. */
  widget: z
    .object({
      revision: z.string(),
      siteKey: z.string(),
      sealedSecret: z.base64().transform((text) => Buffer.from(text, "base64")),
      hostnames: z.array(z.string()),
      verifiedAt: z.iso
        .datetime({ offset: true })
        .transform((text) => new Date(text))
        .nullable(),
      observes: Observation.nullable(),
    })
    .nullable(),
  /** The saved auto-reply, enabled or not. */
  autoresponder: AutoReplyForm.nullable(),
  /** The enabled webhook and destinations, which get events about accepted submissions. */
  endpoints: z.array(EventEndpoint),
  /** The fields that submissions are checked against, or null if there are none. */
  fieldList: FormFields.pick({ otherFields: true, onInvalid: true })
    .extend({ fields: StoredFields })
    .nullable(),
  /** The owner's look on pages and in emails, including the workspace's brand. */
  look: StoredLook.transform(toLook),
});

/** Finds a form by its public key, as JSON: {@link OpenFormRow} checks it. */
const FIND_OPEN_FORM = `
SELECT to_json(found) AS form FROM (
  SELECT f.id, f.workspace_id AS "workspaceId", f.name, f.status, f.version, f.settings,
    f.blocked_words AS "blockedWords", f.upload_types AS "fileExtensions",
    ${SELECT_OPTIONS} AS options,
    ARRAY(SELECT entry FROM blocked_senders b WHERE b.workspace_id = f.workspace_id) AS "blockedSenders",
    ARRAY(SELECT entry FROM safe_senders b WHERE b.workspace_id = f.workspace_id) AS "safeSenders",
    (
      SELECT json_build_object('filter', coalesce(c.filter, 'watch'), 'challenge', coalesce(c.challenge, false),
        'isChallengeVerified', c.challenge_verified_at IS NOT NULL)
      FROM (SELECT) AS one LEFT JOIN spam_filters c ON c.workspace_id = f.workspace_id AND c.form_id = f.id
    ) AS spam,
    coalesce((
      SELECT json_agg(json_build_object('id', r.id, 'email', r.email) ORDER BY fr.position)
      FROM form_recipients fr
      JOIN recipients r ON r.workspace_id = fr.workspace_id AND r.id = fr.recipient_id
      WHERE fr.workspace_id = f.workspace_id AND fr.form_id = f.id AND r.verified_at IS NOT NULL
        AND NOT ${isQuietSql("r", "f.id")}
    ), '[]') AS recipients,
    EXISTS (
      SELECT FROM notification_choices c
      WHERE c.workspace_id = f.workspace_id AND c.form_id = f.id AND c.frequency <> 'immediately'
    ) AND EXISTS (
      SELECT FROM form_recipients fr
      JOIN recipients r ON r.workspace_id = fr.workspace_id AND r.id = fr.recipient_id
      WHERE fr.workspace_id = f.workspace_id AND fr.form_id = f.id AND ${isQuietSql("r", "f.id")}
    ) AS "hasQuietRecipients",
    (
      SELECT json_build_object('enabled', g.enabled, 'rules', g.rules, 'recipients', coalesce((
        SELECT json_agg(json_build_object('id', r.id, 'email', r.email))
        FROM recipients r WHERE r.workspace_id = f.workspace_id AND r.verified_at IS NOT NULL
          AND NOT ${isQuietSql("r", "f.id")}
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
        'message', a.message, 'replyTo', coalesce(r.email, ''),
        'includeAnswers', a.include_answers)
      FROM autoresponders a
      LEFT JOIN recipients r ON r.workspace_id = a.workspace_id AND r.id = a.reply_recipient_id
      WHERE a.workspace_id = f.workspace_id AND a.form_id = f.id
    ) AS autoresponder,
    coalesce((
      SELECT json_agg(json_build_object('id', h.id, 'kind', h.kind, 'enabled', h.enabled,
        'revision', h.revision, 'health', h.health, 'events', h.events,
        'conditions', h.conditions, 'content', h.content) ORDER BY h.created_at, h.id)
      FROM webhooks h
      WHERE h.workspace_id = f.workspace_id AND h.form_id = f.id AND h.deleted_at IS NULL AND h.enabled
    ), '[]') AS endpoints,
    (
      SELECT json_build_object('fields', l.fields, 'otherFields', l.other_fields,
        'onInvalid', l.on_invalid)
      FROM form_fields l
      WHERE l.workspace_id = f.workspace_id AND l.form_id = f.id AND l.fields <> '[]'
    ) AS "fieldList",
    ${selectLook("f.workspace_id", "f.id")} AS look
  FROM forms f WHERE f.public_key = $1 AND f.deleted_at IS NULL
) found`;

/** One version of a form's configuration, as intake needs it. */
export type OpenForm = z.output<typeof OpenFormRow> & {
  publicKey: string;
  /** The texts and look of the form's pages, with the workspace's color if it has none. */
  page: PageContent;
  /**
   * True if it was read for an earlier request. Acceptance checks its version; rejections must not
   * rely on it.
   */
  isCached: boolean;
};

/**
 * Thrown when the form has changed since it was read. Nothing was stored, and another attempt reads
 * it again.
 */
export class FormChanged extends AppError {
  constructor() {
    super("service_unavailable", "The form is being updated. Try again in a moment.", {
      retryAfterSeconds: 1,
    });
  }
}

const MAX_CACHED = 1_000;
/** A form with longer lists isn't cached, so that the cache stays small. */
const MAX_CACHED_SENDERS = 100;
/** The forms that were read last, by public key. */
export const cachedForms = new Map<string, OpenForm>();

function remember(form: OpenForm): void {
  if (form.blockedSenders.size + form.safeSenders.size > MAX_CACHED_SENDERS) return;
  const oldest = cachedForms.size >= MAX_CACHED ? cachedForms.keys().next().value : undefined;
  if (oldest !== undefined) cachedForms.delete(oldest);
  cachedForms.set(form.publicKey, { ...form, isCached: true });
}

/** Finds the current form of a public key, or null. */
export async function findOpenForm(publicKey: string): Promise<OpenForm | null> {
  if (!isPublicKey(publicKey)) return null;
  const statement = { text: FIND_OPEN_FORM, values: [publicKey] };
  const [row] = await queryPrepared<{ form: unknown }>(pool(), { form: "json" }, statement);
  cachedForms.delete(publicKey);
  if (!row) return null;
  const found = OpenFormRow.parse(row.form);
  const form = { ...found, page: found.look.page, publicKey, isCached: false };
  remember(form);
  return form;
}

/**
 * Finds a form in the cache, or reads it. Acceptance notices when it has changed since; a rejection must
 * not rely on one that `isCached`.
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

/** Returns whether the form accepts files and the service has storage for them. */
export function acceptsFiles(form: OpenForm): boolean {
  return form.settings.uploads.enabled && settings().acceptsFiles;
}

/** Returns whether a text is formatted like a public key, so that any other text costs no query. */
export function isPublicKey(text: string): boolean {
  return /^[0-9A-Za-z]{16,40}$/.test(text);
}

/** Creates the visitor's context in the form's workspace. */
export function visitorContext(form: Pick<OpenForm, "workspaceId">, now: Date): Context {
  return mintContext(form.workspaceId, { kind: "visitor" }, now);
}
