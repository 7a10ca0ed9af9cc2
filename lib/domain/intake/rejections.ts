import { db, pool } from "#lib/adapters/db/database";
import { cutCharacters } from "#lib/core/characters";
import type { Context } from "#lib/core/context";
import { decodeCursor, NEWEST, type Page, toPage } from "#lib/core/cursor";
import { MINUTE_MS } from "#lib/core/durations";
import type { ErrorCode } from "#lib/core/errors";
import { log } from "#lib/core/telemetry/log";
import { requireForm } from "#lib/domain/forms/store";
import { IS_REJECTION, type ObservedCode } from "#lib/domain/intake/observed-challenges";
import { isPublicKey } from "#lib/domain/intake/open-form";
import type { OnlyCountedCode } from "#lib/domain/intake/outcomes";
import {
  type ListRejectionsQuery,
  type Rejection,
  rejectionsSince,
  SEVERAL_ORIGINS,
} from "#lib/domain/intake/schema";

/**
 * The reason that a submission isn't stored: an error, or spam whose sender can't distinguish the response
 * from a success. Also counted: challenges of a widget that only observes, and stored submissions from which
 * the form dropped fields.
 */
type RejectionCode = ErrorCode | OnlyCountedCode | "fields_dropped" | ObservedCode;
type PendingRow = {
  publicKey: string;
  code: RejectionCode;
  origin: string;
  count: number;
  lastAt: Date;
};
type Recorder = {
  pending: Map<string, PendingRow>;
  writing: Promise<void> | null;
  /** The minute that `kinds` was recorded in. */
  minute: number;
  /** The codes and origins recorded in this minute, by public key. */
  kinds: Map<string, Set<string>>;
};

/**
 * Senders control the Origin: beyond this many kinds per form and minute, the rest are counted as one.
 */
const MAX_KINDS = 20;
/** Senders control the key, too: at most this many are remembered at a time. */
const MAX_KEYS = 10_000;
const MAX_ORIGIN_CHARACTERS = 200;

const RECORD = `
  INSERT INTO rejected_submissions AS r (workspace_id, form_id, minute, code, origin, count, last_at)
  SELECT f.workspace_id, f.id, date_trunc('minute', n."lastAt", 'UTC'), n.code, n.origin, sum(n.count), max(n."lastAt")
  FROM json_to_recordset($1::json)
    AS n("publicKey" text, code text, origin text, count int, "lastAt" timestamptz)
  JOIN forms f ON f.public_key = n."publicKey" AND f.deleted_at IS NULL
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (workspace_id, form_id, minute, code, origin) DO UPDATE
  SET count = r.count + EXCLUDED.count, last_at = greatest(r.last_at, EXCLUDED.last_at)`;

/** The counts that this process hasn't written yet. */
export const rejectionCounts: Recorder = {
  pending: new Map(),
  writing: null,
  minute: 0,
  kinds: new Map(),
};

async function writePending(): Promise<void> {
  while (rejectionCounts.pending.size > 0) {
    const batch = JSON.stringify([...rejectionCounts.pending.values()]);
    rejectionCounts.pending.clear();
    await pool().query(RECORD, [batch]);
  }
}

/**
 * Returns the Origin to record: the one sent, or `SEVERAL_ORIGINS` if the form already has too many
 * combinations of code and Origin this minute.
 */
function originToRecord(publicKey: string, code: string, origin: string): string {
  const { kinds } = rejectionCounts;
  const known = kinds.get(publicKey) ?? new Set();
  kinds.set(publicKey, known);
  const kind = `${code} ${origin}`;
  if (known.size >= MAX_KINDS && !known.has(kind)) return SEVERAL_ORIGINS;
  known.add(kind);
  return origin;
}

/**
 * Records for the owner that a submission was rejected: time, code, and Origin, but no field values. A
 * flood is added up in memory, and causes one statement at a time and a limited number of rows.
 */
export async function recordRejection(
  publicKey: string,
  code: RejectionCode,
  origin: string | null,
  now: Date,
): Promise<void> {
  // An unknown form has no owner to show it to.
  if (code === "not_found" || !isPublicKey(publicKey)) return;
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  if (minute !== rejectionCounts.minute || rejectionCounts.kinds.size >= MAX_KEYS) {
    rejectionCounts.minute = minute;
    rejectionCounts.kinds.clear();
  }
  const sent = (origin ?? "").toWellFormed().replaceAll("\u0000", "");
  const cut = cutCharacters(sent, MAX_ORIGIN_CHARACTERS);
  const recorded = originToRecord(publicKey, code, cut);
  const id = [publicKey, minute, code, recorded].join(" ");
  const earlier = rejectionCounts.pending.get(id);
  if (!earlier && rejectionCounts.pending.size >= MAX_KEYS) return;
  const count = (earlier?.count ?? 0) + 1;
  rejectionCounts.pending.set(id, { publicKey, code, origin: recorded, count, lastAt: now });
  rejectionCounts.writing ??= writePending()
    .catch((err: unknown) => log().warn({ err }, "rejections couldn't be recorded"))
    .finally(() => {
      rejectionCounts.writing = null;
    });
  await rejectionCounts.writing;
}

type Row = Rejection & { id: string; minute: Date };

/**
 * Lists one page of a form's rejected submissions of the last 7 days, latest minute first.
 *
 * @throws {AppError} not_found
 */
export async function listRejections(
  ctx: Context,
  formId: string,
  { limit, cursor }: ListRejectionsQuery,
): Promise<Page<Rejection>> {
  await requireForm(db(), ctx, formId);
  const after = cursor ? decodeCursor(cursor) : NEWEST;
  const rows = await db().$queryRaw<Row[]>`
    SELECT * FROM (
      SELECT minute, md5(concat_ws(' ', code, origin))::uuid::text AS id, code, nullif(origin, '') AS origin, count,
        (extract(epoch FROM last_at) * 1000)::float8 AS "lastAt"
      FROM rejected_submissions
      WHERE workspace_id = ${ctx.workspaceId}::uuid AND form_id = ${formId}::uuid
        AND minute > ${rejectionsSince(ctx.now)} AND minute <= ${after.at}
        AND ${IS_REJECTION}
    ) r
    WHERE (minute, id) < (${after.at}, ${after.id})
    ORDER BY minute DESC, id DESC LIMIT ${limit + 1}`;
  return toPage(
    rows,
    limit,
    ({ minute, id }) => ({ at: minute, id }),
    ({ id: _, minute: __, ...rejection }) => rejection,
  );
}

/** The maximum number of kinds of rejected submissions that are counted, the most frequent ones. */
const MAX_COUNTED = 50;

/**
 * Counts the rejections of the last 7 days by code and Origin, which is empty if none was sent.
 *
 * @param formId - a form already found in this workspace
 */
export async function countRejections(ctx: Context, formId: string) {
  return db().$queryRaw<{ code: string; origin: string; count: number }[]>`
    SELECT code, origin, sum(count)::float8 AS count
    FROM rejected_submissions
    WHERE workspace_id = ${ctx.workspaceId}::uuid AND form_id = ${formId}::uuid
      AND minute > ${rejectionsSince(ctx.now)} AND ${IS_REJECTION}
    GROUP BY code, origin ORDER BY sum(count) DESC, code, origin LIMIT ${MAX_COUNTED}`;
}
