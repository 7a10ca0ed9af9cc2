import type { ErrorCode } from "#lib/core/errors";
import { log } from "#lib/core/log";
import { processWide } from "#lib/core/process-wide";
import { cutCharacters } from "#lib/core/text";
import { pool } from "#lib/db/database";

type Refusal = { publicKey: string; code: ErrorCode; origin: string; count: number; lastAt: Date };
type Notes = { waiting: Map<string, Refusal>; writing: Promise<void> | null };

const NOTE = `
  INSERT INTO intake_refusals AS r (form_id, minute, code, origin, count, last_at)
  SELECT f.id, date_trunc('minute', n.last_at, 'UTC'), n.code, n.origin, sum(n.count), max(n.last_at)
  FROM json_to_recordset($1::json)
    AS n(public_key text, code text, origin text, count int, last_at timestamptz)
  JOIN forms f ON f.public_key = n.public_key AND f.deleted_at IS NULL
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (form_id, minute, code, origin) DO UPDATE
  SET count = r.count + EXCLUDED.count, last_at = greatest(r.last_at, EXCLUDED.last_at)`;

async function writeNotes(notes: Notes): Promise<void> {
  while (notes.waiting.size > 0) {
    const batch = [...notes.waiting.values()];
    notes.waiting.clear();
    const rows = batch.map(({ publicKey, lastAt, ...rest }) => ({
      ...rest,
      public_key: publicKey,
      last_at: lastAt.toISOString(),
    }));
    await pool().query(NOTE, [JSON.stringify(rows)]);
  }
}

/**
 * Notes for the owner that a post was refused: time, code and Origin, no field values. A flood of
 * refusals is added up here and costs one statement at a time, so it cannot become load itself.
 */
export async function noteRefusal(
  publicKey: string,
  code: ErrorCode,
  origin: string | null,
  now: Date,
): Promise<void> {
  const notes = processWide("refusals", (): Notes => ({ waiting: new Map(), writing: null }));
  const from = cutCharacters((origin ?? "").toWellFormed().replaceAll("\u0000", ""), 200);
  const minute = Math.floor(now.getTime() / 60_000);
  const id = [publicKey, minute, code, from].join(" ");
  const known = notes.waiting.get(id);
  notes.waiting.set(id, {
    publicKey,
    code,
    origin: from,
    count: (known?.count ?? 0) + 1,
    lastAt: now,
  });
  notes.writing ??= writeNotes(notes)
    .catch((err: unknown) => log().warn({ err }, "refusals could not be noted"))
    .finally(() => {
      notes.writing = null;
    });
  await notes.writing;
}
