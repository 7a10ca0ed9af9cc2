import { db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { INERT_NAMES, REDIRECT_NAMES } from "#lib/core/fields/control-fields";
import { rejectionsSince } from "#lib/domain/intake/schema";

/** How many of the latest submissions are read to learn what the form sends. */
const MAX_READ = 50;
/** The maximum number of distinct values that are read of a field, and the most characters of each. */
const MAX_VALUES = 20;
const READ_CHARACTERS = 2_001;
/** Fewer messages from bots don't show which fields only bots fill in. */
const MIN_BOTS = 5;
const MIN_OTHERS = 10;

type RecentSubmissions = {
  total: number;
  /** How many of these submissions the honeypot caught. The others show what the form sends. */
  honeypot: number;
  /** Names of fields that were dropped because they have no effect. */
  unused: readonly string[];
  /** Encodings that had to be guessed. */
  guessedCharsets: readonly string[];
  /** How many of these submissions came with `enctype="text/plain"`. */
  textForms: number;
  /** How many submissions from people have no sender's address. */
  unanswerable: number;
  people: number;
  /** The fields with the sender's address, in the newest submissions that have one. */
  addressFields: readonly string[];
  /**
   * Fields that are filled in only in messages that look like spam, and that are present but empty
   * in the others.
   */
  baits: readonly string[];
  /** Whether the operator's model has judged any of these submissions. */
  isModelJudged: boolean;
  /** The control fields of these submissions, by lower-case name. */
  asked: readonly { name: string; value: string }[];
};

/**
 * Describes a form's latest submissions from every folder.
 *
 * @param formId - a form already found in this workspace
 */
export async function readRecentSubmissions(
  ctx: Context,
  formId: string,
): Promise<RecentSubmissions> {
  const names = [...REDIRECT_NAMES, ...INERT_NAMES];
  const [row] = await db().$queryRaw<RecentSubmissions[]>`
    WITH latest AS MATERIALIZED (
      SELECT s.received_at, s.spam_reason, s.unused_fields, s.guessed_charset, s.is_text_form, s.fields, s.email,
        s.judgment,
        s.is_suspected OR s.spam_reason IN ('content', 'manual') AS is_bot
      FROM unnest(ARRAY['inbox', 'archive', 'spam']) AS folders(name)
      CROSS JOIN LATERAL (
        SELECT * FROM submissions
        WHERE form_id = ${formId}::uuid AND workspace_id = ${ctx.workspaceId}::uuid
          AND folder = folders.name
        ORDER BY received_at DESC, id DESC LIMIT ${MAX_READ}
      ) s
      WHERE s.import_id IS NULL
      ORDER BY s.received_at DESC LIMIT ${MAX_READ}
    ), people AS (
      SELECT * FROM latest WHERE spam_reason IS NULL
    ), asked AS (
      SELECT DISTINCT lower(pair ->> 0) AS name, left(pair ->> 1, ${READ_CHARACTERS}) AS value
      FROM people CROSS JOIN LATERAL json_array_elements(fields) AS pair
      WHERE lower(pair ->> 0) = ANY(${names}) AND json_typeof(pair -> 1) = 'string'
      ORDER BY 1, 2 LIMIT ${MAX_VALUES}
    ), addressed AS (
      SELECT DISTINCT pair ->> 0 AS name FROM (
        SELECT fields, email FROM people WHERE email IS NOT NULL ORDER BY received_at DESC LIMIT 1
      ) newest CROSS JOIN LATERAL json_array_elements(newest.fields) AS pair
      WHERE strpos(pair ->> 1, newest.email) > 0 LIMIT ${MAX_VALUES}
    ), baits AS (
      SELECT pair ->> 0 AS name FROM latest CROSS JOIN LATERAL json_array_elements(fields) AS pair
      GROUP BY 1 HAVING count(*) FILTER (WHERE is_bot AND pair ->> 1 <> '') >= ${MIN_BOTS}
        AND count(*) FILTER (WHERE is_bot IS NOT TRUE) >= ${MIN_OTHERS}
        AND count(*) FILTER (WHERE is_bot IS NOT TRUE AND pair ->> 1 <> '') = 0
      ORDER BY 1 LIMIT ${MAX_VALUES}
    )
    SELECT count(*)::int AS total, (SELECT count(*)::int FROM people) AS people,
      (SELECT count(*)::int FROM people WHERE email IS NULL) AS unanswerable,
      ARRAY(SELECT name FROM addressed) AS "addressFields", ARRAY(SELECT name FROM baits) AS baits,
      coalesce(bool_or(judgment -> 'signals' @> '[{"code": "model"}]'), false) AS "isModelJudged",
      (count(*) FILTER (WHERE spam_reason = 'honeypot'))::int AS honeypot,
      ARRAY(SELECT DISTINCT unnest(unused_fields) FROM people ORDER BY 1) AS unused,
      ARRAY(SELECT DISTINCT guessed_charset FROM people WHERE guessed_charset IS NOT NULL ORDER BY 1)
        AS "guessedCharsets",
      (SELECT count(*) FROM people WHERE is_text_form)::int AS "textForms",
      (SELECT coalesce(json_agg(asked), '[]') FROM asked) AS asked
    FROM latest`;
  if (row) return row;
  const messages = {
    total: 0,
    honeypot: 0,
    textForms: 0,
    people: 0,
    unanswerable: 0,
    isModelJudged: false,
  };
  return { ...messages, unused: [], guessedCharsets: [], addressFields: [], baits: [], asked: [] };
}

/**
 * Counts the deliveries of a form's latest messages by their outcome.
 *
 * @param formId - a form already found in this workspace
 */
export async function readRecentResults(ctx: Context, formId: string) {
  const rows = await db().$queryRaw<{ kind: string; status: string; count: number }[]>`
    SELECT d.kind, d.status, count(*)::int AS count
    FROM unnest(ARRAY['inbox', 'archive']) AS folders(name)
    CROSS JOIN LATERAL (
      SELECT workspace_id, id FROM submissions
      WHERE form_id = ${formId}::uuid AND workspace_id = ${ctx.workspaceId}::uuid
        AND folder = folders.name AND received_at > ${rejectionsSince(ctx.now)}
      ORDER BY received_at DESC, id DESC LIMIT ${MAX_READ}
    ) s
    JOIN deliveries d ON d.workspace_id = s.workspace_id AND d.submission_id = s.id
    LEFT JOIN webhooks w ON w.workspace_id = d.workspace_id AND w.id = d.webhook_id
    WHERE w.is_form_webhook IS NOT FALSE
    GROUP BY 1, 2`;
  const countOf = (kind: string, status: string) =>
    rows.find((row) => row.kind === kind && row.status === status)?.count ?? 0;
  return {
    emails: {
      failed: countOf("notification", "failed"),
      uncertain: countOf("notification", "uncertain"),
    },
    /** Numbers of events of the form's webhook by state. `waiting`: another attempt follows. */
    events: {
      delivered: countOf("submission.created", "delivered"),
      failed: countOf("submission.created", "failed"),
      waiting: countOf("submission.created", "retrying"),
    },
  };
}

type BlockedCounts = { senders: number; words: number };

/**
 * Counts submissions that the block lists sent to spam in the last 7 days and that are still there.
 *
 * @param formId - a form already found in this workspace
 */
export async function countBlocked(ctx: Context, formId: string): Promise<BlockedCounts> {
  const [row] = await db().$queryRaw<BlockedCounts[]>`
    SELECT (count(*) FILTER (WHERE spam_reason = 'blocked_sender'))::int AS senders,
      (count(*) FILTER (WHERE spam_reason = 'blocked_word'))::int AS words
    FROM submissions
    WHERE workspace_id = ${ctx.workspaceId}::uuid AND form_id = ${formId}::uuid
      AND spam_reason <> 'manual' AND received_at > ${rejectionsSince(ctx.now)}`;
  return row ?? { senders: 0, words: 0 };
}
