import { EMAIL_CONCURRENCY_KEY } from "#lib/domain/deliveries/claim";
import { VISITOR_LIMITS } from "#lib/domain/emails/auto-reply/plan-reply";
import { planNoOne } from "#lib/domain/emails/plan-notification";
import { MANY_DRAFTS, ONE_DRAFT, rowValues } from "#lib/domain/intake/draft-rows";
import type { SubmissionDraft } from "#lib/domain/intake/draft-submission";
import { HIT_COUNTS, HIT_VERDICT, HITS_SO_FAR } from "#lib/domain/intake/spam-room";
import { WAITING } from "#lib/domain/submissions/schema";
import { planAllowances } from "#lib/domain/usage/get-usage";
import { HELD_UP_TO } from "#lib/domain/usage/schema";

const HELD_PLAN = JSON.stringify(planNoOne("held"));
/** A row `k` or `j` waits for its visitor: of its emails, only the confirmation is queued, even beyond the allowance. */
const isWaiting = (row = "") => `${row}folder = '${WAITING}'`;

/** Numbers the submissions of a workspace in this statement, without spam. */
const nth = (isSingle: boolean) =>
  isSingle
    ? "(s.spam_reason IS NULL)::int"
    : `count(*) FILTER (WHERE s.spam_reason IS NULL)
      OVER (PARTITION BY s.workspace_id ORDER BY s.ord)`;

const checkedSql = (isFull: boolean, isSingle: boolean) => `
WITH stamp AS MATERIALIZED (
  SELECT received_at, date_trunc('month', received_at AT TIME ZONE 'UTC') AS month
  FROM stamp_submission() AS received_at
), sent AS MATERIALIZED (
  SELECT s.*, stamp.received_at,
    ${nth(isSingle)} AS nth,${isFull ? HITS_SO_FAR : ""}
    (SELECT f.version FROM forms f
      WHERE f.workspace_id = s.workspace_id AND f.id = s.form_id AND f.status = 'active' AND f.deleted_at IS NULL) AS open_version
  FROM stamp, ${isSingle ? ONE_DRAFT : MANY_DRAFTS}
), used AS MATERIALIZED (
  SELECT d.workspace_id,
    ($1::jsonb ->> (SELECT w.plan FROM workspaces w WHERE w.id = d.workspace_id))::int AS allowance,
    (SELECT coalesce(sum(u.accepted), 0)::int FROM usage_slots u
      WHERE u.workspace_id = d.workspace_id AND u.day >= (SELECT month::date FROM stamp)
        AND u.day < (SELECT (month + interval '1 month')::date FROM stamp)) AS accepted
  FROM ${isSingle ? "sent" : "(SELECT DISTINCT workspace_id FROM sent)"} d
)${isFull ? HIT_COUNTS : ""}, checked AS MATERIALIZED (
  SELECT s.*, u.allowance, u.accepted + s.nth::int AS accepted,
    CASE
      WHEN s.open_version IS DISTINCT FROM s.version THEN 'form_changed'
      ${isFull ? HIT_VERDICT : ""}
      WHEN s.spam_reason IS NOT NULL OR u.allowance IS NULL
        OR u.accepted + s.nth <= u.allowance - $2::int THEN 'allowed'
      WHEN u.accepted >= u.allowance AND u.accepted + s.nth <= ${HELD_UP_TO} * u.allowance - $2::int
        THEN 'held'
      ELSE 'allowance_exceeded'
    END AS verdict
  FROM sent s JOIN used u USING (workspace_id)${isFull ? " LEFT JOIN hit_counts t USING (form_id, spam_reason)" : ""}
)`;

/**
 * Inserts the idempotency keys. Of several submissions with the same key, the first one gets it.
 */
const NEW_KEYS = `, new_keys AS (
  INSERT INTO idempotency_keys AS k
    (workspace_id, form_id, key, content_hash, submission_id, received_at, expires_at)
  SELECT DISTINCT ON (workspace_id, form_id, key)
    workspace_id, form_id, key, decode(content_hash, 'hex'), id, received_at,
    received_at + key_lifetime_ms * interval '1 millisecond'
  FROM checked WHERE verdict IN ('allowed', 'held') AND key IS NOT NULL ORDER BY workspace_id, form_id, key, ord
  ON CONFLICT (workspace_id, form_id, key) DO UPDATE
  SET content_hash = EXCLUDED.content_hash, submission_id = EXCLUDED.submission_id,
    received_at = EXCLUDED.received_at, expires_at = EXCLUDED.expires_at
  WHERE k.expires_at <= EXCLUDED.received_at
  RETURNING k.submission_id
)`;

const ACCEPTED =
  "verdict IN ('allowed', 'held') AND (key IS NULL OR id IN (SELECT submission_id FROM new_keys))";

/** Locks all slots in one order, after all keys. */
const LOCKED = `, locked AS MATERIALIZED (
  SELECT lock_in_order(array_agg('replies:' || workspace_id) || array_agg('visitor-emails:' || reply_mailbox))
  FROM checked WHERE ${ACCEPTED} AND reply_address IS NOT NULL
)`;

const TAKE_SLOT = `CASE WHEN j.is_held AND j.reply_status = 'queued' AND NOT ${isWaiting("j.")} THEN 'held'
      WHEN j.reply_address IS NOT NULL THEN
      take_visitor_slot(j.workspace_id, j.form_id, j.reply_address, j.reply_mailbox, j.received_at,
        CASE WHEN ${isWaiting("j.")} THEN 'confirmation' ELSE 'reply' END, ${VISITOR_LIMITS}, j.reply_limit)
    END`;

const acceptedSql = (isFull: boolean) => `${isFull ? LOCKED : ""}, accepted AS MATERIALIZED (
  SELECT j.*, ${isFull ? TAKE_SLOT : "NULL::text"} AS suppressed
  FROM ${isFull ? "locked, " : ""}(SELECT *, verdict = 'held' AS is_held FROM checked) j
  WHERE ${ACCEPTED}
  ${isFull ? "ORDER BY j.workspace_id, j.ord" : ""}
), new_submissions AS (
  INSERT INTO submissions (id, workspace_id, form_id, folder, received_at, fields, name, email,
    preview, search_text, text_bytes, unused_fields, guessed_charset, is_text_form, invalid_fields, context, spam_reason, spam_match, judgment, spam_points, is_suspected, expires_at,
    attachment_count, plan, visitor_reply_status, visitor_reply_reason, held_reason, confirmation_key, confirmation_requested_at)
  SELECT id, workspace_id, form_id, folder, received_at, fields, name, email, preview, search_text,
    text_bytes, unused_fields, guessed_charset, is_text_form, invalid_fields, context, spam_reason, spam_match, judgment, spam_points, is_suspected,
    received_at + retention_days * interval '1 day', json_array_length(files), CASE WHEN is_held AND NOT ${isWaiting()} THEN '${HELD_PLAN}'::jsonb ELSE plan END,
    CASE WHEN suppressed IS NULL OR ${isWaiting()} THEN reply_status ELSE 'suppressed' END,
    CASE WHEN ${isWaiting()} THEN reply_reason ELSE coalesce(suppressed, reply_reason) END,
    CASE WHEN is_held THEN 'allowance' END, CASE WHEN ${isWaiting()} THEN reply_address END, CASE WHEN ${isWaiting()} THEN received_at END
  FROM accepted
)`;

/** Delays deliveries until it's decided whether the message is spam. */
const DUE = "k.received_at + k.hold_ms * interval '1 millisecond'";

const EMAILS = `, emails AS MATERIALIZED (
  SELECT k.id AS submission_id, k.workspace_id, k.received_at, ${DUE} AS due_at, m.*
  FROM accepted k, json_to_recordset(k.emails) AS m(id uuid, kind text, recipient_id uuid, email text,
    sealed_data text, dedupe_key uuid, traceparent text)
  WHERE (NOT k.is_held OR ${isWaiting("k.")}) AND (m.kind = 'notification' OR k.suppressed IS NULL)
), new_emails AS (
  INSERT INTO deliveries (workspace_id, id, channel, submission_id, recipient_id, kind, email, status,
    sealed_data, dedupe_key, concurrency_key, created_at, next_attempt_at, due_at,
    traceparent)
  SELECT workspace_id, id, 'email', submission_id, recipient_id, kind, email, 'queued',
    decode(sealed_data, 'hex'), dedupe_key, '${EMAIL_CONCURRENCY_KEY}'::uuid, received_at, due_at,
    due_at, traceparent
  FROM emails
)`;

const FILES_EXPIRE_AT = "k.received_at + k.file_days * interval '1 day'";
const epochMs = (time: string) => `(extract(epoch FROM ${time}) * 1000)::bigint`;

/**
 * Sets the times of an event, which are 0 until now. All values in `fields` are text, so nothing
 * else matches.
 */
const STAMPED_BODY = `replace(replace(replace(e.body,
      '"receivedAt":0', '"receivedAt":' || ${epochMs("k.received_at")}),
      '"expiresAt":0', '"expiresAt":' || ${epochMs(FILES_EXPIRE_AT)}),
      '"timestamp":0', '"timestamp":' || to_json(to_char(k.received_at AT TIME ZONE 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))`;

const EVENTS = `, new_events AS (
  INSERT INTO deliveries (workspace_id, id, channel, submission_id, webhook_id, revision, kind, status,
    failure_reason, body, dedupe_key, concurrency_key, created_at, next_attempt_at, due_at, traceparent)
  SELECT k.workspace_id, e.id, 'webhook', k.id, e."webhookId", e.revision, 'submission.created',
    CASE WHEN e."isSuspended" THEN 'failed' ELSE 'queued' END,
    CASE WHEN e."isSuspended" THEN 'endpoint_suspended' END, ${STAMPED_BODY}, e."dedupeKey", e."webhookId",
    k.received_at, e.next_at, e.next_at, e.traceparent
  FROM accepted k CROSS JOIN LATERAL (
    SELECT *, CASE WHEN NOT "isSuspended" THEN ${DUE} END AS next_at
    FROM json_to_recordset(k.events) AS event(id uuid, "webhookId" uuid, revision uuid,
      "dedupeKey" uuid, "isSuspended" boolean, body text, traceparent text)
  ) e
  WHERE NOT k.is_held
)`;

const FILES = `, new_files AS (
  INSERT INTO attachments (workspace_id, id, submission_id, object_id, position, field, filename,
    content_type, size_bytes, expires_at)
  SELECT k.workspace_id, f.id, k.id, f."objectId", f.position, f.field, f.filename, f."contentType", f.size,
    ${FILES_EXPIRE_AT}
  FROM accepted k, json_to_recordset(k.files) AS f(id uuid, "objectId" uuid, position int, field text,
    filename text, "contentType" text, size int)
), stored_objects AS (
  UPDATE objects o SET status = 'stored'
  FROM accepted k, json_to_recordset(k.files) AS f("objectId" uuid)
  WHERE o.workspace_id = k.workspace_id AND o.id = f."objectId" AND o.status = 'pending'
)`;

/**
 * Increments the counters. With a single submission there's nothing to add up, which saves a sort
 * for each counter.
 */
const USAGE = `
    count(*) FILTER (WHERE spam_reason IS NULL), count(*) FILTER (WHERE spam_reason IS NOT NULL)
  FROM accepted GROUP BY 1, 2 ORDER BY 1, 2`;
const SINGLE_USAGE = `
    (spam_reason IS NULL)::int, (spam_reason IS NOT NULL)::int
  FROM accepted`;
const COUNTS = `count(*), count(*), sum(text_bytes), count(*) FILTER (WHERE is_held)
  FROM accepted GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;
const SINGLE_COUNTS = `1, 1, text_bytes, is_held::int
  FROM accepted`;

const countedSql = (isSingle: boolean) => `, new_usage AS (
  INSERT INTO usage_slots AS u (workspace_id, day, slot, accepted, spam)
  SELECT workspace_id, (received_at AT TIME ZONE 'UTC')::date, pg_backend_pid() % 16,${isSingle ? SINGLE_USAGE : USAGE}
  ON CONFLICT (workspace_id, day, slot) DO UPDATE
  SET accepted = u.accepted + EXCLUDED.accepted, spam = u.spam + EXCLUDED.spam
), new_counts AS (
  INSERT INTO message_counts AS c (workspace_id, form_id, folder, slot, total, unread, text_bytes, held)
  SELECT workspace_id, form_id, folder, pg_backend_pid() % 16, ${isSingle ? SINGLE_COUNTS : COUNTS}
  ON CONFLICT (workspace_id, form_id, folder, slot) DO UPDATE
  SET total = c.total + EXCLUDED.total, unread = c.unread + EXCLUDED.unread,
    text_bytes = c.text_bytes + EXCLUDED.text_bytes, held = c.held + EXCLUDED.held
)
SELECT ord, allowance, accepted, received_at AS "receivedAt",
  CASE
    WHEN verdict NOT IN ('allowed', 'held') THEN verdict
    WHEN ord NOT IN (SELECT ord FROM accepted) THEN 'key_taken'
    ELSE 'stored'
  END AS outcome
FROM checked`;

/**
 * Accepts any number of submissions in one statement: the submission, its files, its queued emails and event, its
 * idempotency key, its usage, and its folder's count. All or nothing.
 *
 * $1 allowance by plan (jsonb, null is unlimited), $2 the distance to keep from the allowance, then the submissions. A
 * submission is stored when its form hasn't changed since it was read, the allowance or its check has room, and its
 * idempotency key is free. Beyond the allowance it's stored as held: without emails and events. All are received at the
 * same time, by the database's clock.
 *
 * A submission with an auto-reply or a confirmation email needs a slot (`take_visitor_slot`, which waits for earlier
 * statements of its workspace or to its mailbox); without a slot the email is suppressed. All slots are locked after
 * all keys and in one order, so that no two statements deadlock.
 *
 * PostgreSQL sets up every part of a statement on each run, used or not, and that's most of the cost of a single
 * submission. So there are four statements: for one or many, with all parts or without those that only spam,
 * auto-replies, events, and files need.
 */
function acceptStatement(isFull: boolean, isSingle: boolean): string {
  return [
    checkedSql(isFull, isSingle),
    NEW_KEYS,
    acceptedSql(isFull),
    EMAILS,
    isFull ? EVENTS + FILES : "",
    countedSql(isSingle),
  ].join("");
}

const STATEMENTS = {
  one: { usual: acceptStatement(false, true), full: acceptStatement(true, true) },
  many: { usual: acceptStatement(false, false), full: acceptStatement(true, false) },
};

function needsFull({ spam_reason, reply_address, events, files }: SubmissionDraft): boolean {
  return spam_reason !== null || reply_address !== null || events.length > 0 || files.length > 0;
}

/**
 * Returns the accepting statement for these submissions, with its values.
 *
 * @param margin - how far to stay from the allowance
 */
export function acceptQuery(
  drafts: readonly SubmissionDraft[],
  margin: number,
): { text: string; values: unknown[] } {
  const texts = drafts.length === 1 ? STATEMENTS.one : STATEMENTS.many;
  return {
    text: drafts.some(needsFull) ? texts.full : texts.usual,
    values: [JSON.stringify(planAllowances()), margin, ...rowValues(drafts)],
  };
}
