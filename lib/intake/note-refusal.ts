import type { ErrorCode } from "#lib/core/errors";
import { log } from "#lib/core/log";
import { processWide } from "#lib/core/process-wide";
import { cutCharacters } from "#lib/core/text";
import { pool } from "#lib/db/database";
import { isPublicKey } from "#lib/intake/open-form";
import { SEVERAL_ORIGINS } from "#lib/intake/schema";

/** Why a submission isn't stored: its error, or a honeypot hit that its sender can't tell from a success. */
type RefusalCode = ErrorCode | "honeypot_full";
type Refusal = {
  publicKey: string;
  code: RefusalCode;
  origin: string;
  count: number;
  lastAt: Date;
};
type Notes = {
  waiting: Map<string, Refusal>;
  writing: Promise<void> | null;
  /** The minute that `kinds` is about. */
  minute: number;
  /** What was noted this minute of each public key: codes with their origins. */
  kinds: Map<string, Set<string>>;
};

/** Origins are typed by whoever posts: so many are told apart per form and minute, the rest is one. */
const MAX_KINDS = 20;
/** Keys are typed by whoever posts, too: so many are remembered at once. */
const MAX_KEYS = 10_000;

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

/** The Origin as it is noted: itself, or one mark for all that are too many to tell apart. */
function notedOrigin(notes: Notes, publicKey: string, code: string, origin: string): string {
  const known = notes.kinds.get(publicKey) ?? new Set();
  notes.kinds.set(publicKey, known);
  const kind = `${code} ${origin}`;
  if (known.size >= MAX_KINDS && !known.has(kind)) return SEVERAL_ORIGINS;
  known.add(kind);
  return origin;
}

/**
 * Notes for the owner that a post was refused: time, code and Origin, no field values. A flood of
 * refusals is added up here and costs one statement at a time and a bounded number of rows, so it
 * cannot become load itself.
 */
export async function noteRefusal(
  publicKey: string,
  code: RefusalCode,
  origin: string | null,
  now: Date,
): Promise<void> {
  // No form, no owner to show it to.
  if (code === "not_found" || !isPublicKey(publicKey)) return;
  const notes = processWide(
    "refusals",
    (): Notes => ({ waiting: new Map(), writing: null, minute: 0, kinds: new Map() }),
  );
  const minute = Math.floor(now.getTime() / 60_000);
  if (minute !== notes.minute || notes.kinds.size >= MAX_KEYS) {
    notes.minute = minute;
    notes.kinds.clear();
  }
  const sent = cutCharacters((origin ?? "").toWellFormed().replaceAll("\u0000", ""), 200);
  const from = notedOrigin(notes, publicKey, code, sent);
  const id = [publicKey, minute, code, from].join(" ");
  const known = notes.waiting.get(id);
  if (!known && notes.waiting.size >= MAX_KEYS) return;
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
