import { z } from "zod";
import type { Columns } from "#lib/db/query-rows";
import { FormFields, StoredFields } from "#lib/fields/schema";
import { PageContent } from "#lib/forms/page-schema";
import { FormSettings } from "#lib/forms/schema";
import { StoredRules } from "#lib/routing/routing";
import { Observation } from "#lib/turnstile/schema";
import { EventEndpoint } from "#lib/webhooks/plan-events";

const Recipient = z.object({ id: z.string(), email: z.string() });

/** A form's row as intake reads it. */
export const OpenFormRow = z.object({
  id: z.string(),
  workspace_id: z.string(),
  name: z.string(),
  status: z.enum(["active", "paused"]),
  version: z.int(),
  settings: FormSettings,
  blocked_words: z.array(z.string()),
  upload_types: z.array(z.string()),
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
  endpoints: z.array(EventEndpoint),
  field_list: FormFields.pick({ otherFields: true, onInvalid: true })
    .extend({ fields: StoredFields })
    .nullable(),
  page: PageContent.nullable(),
  logo_version: z.string().nullable(),
});

export const OPEN_FORM_COLUMNS: Columns<z.input<typeof OpenFormRow>> = {
  id: "uuid",
  workspace_id: "uuid",
  name: "text",
  status: "text",
  version: "int4",
  settings: "jsonb",
  blocked_words: "text[]",
  upload_types: "text[]",
  blocked_senders: "text[]",
  recipients: "json",
  routing: "json",
  widget: "json",
  autoresponder: "json",
  endpoints: "json",
  field_list: "json",
  page: "jsonb",
  logo_version: "text",
};

/** Finds a form by its public key. */
export const FIND_OPEN_FORM = `
  SELECT f.id, f.workspace_id, f.name, f.status, f.version, f.settings, f.blocked_words,
    f.upload_types,
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
    ) AS field_list,
    (
      SELECT p.content FROM form_pages p WHERE p.workspace_id = f.workspace_id AND p.form_id = f.id
    ) AS page,
    (
      SELECT o.version FROM form_logos o WHERE o.workspace_id = f.workspace_id AND o.form_id = f.id
    ) AS logo_version
  FROM forms f WHERE f.public_key = $1 AND f.deleted_at IS NULL`;
