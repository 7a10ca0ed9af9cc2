import type { Db } from "#lib/adapters/db/database";
import { queryRows } from "#lib/adapters/db/query-rows";
import { DAY_MS } from "#lib/core/durations";
import { IMPORT_LEASE_MS, type ImportClaim, withClaim } from "#lib/domain/imports/claim-import";
import type { MappedRecord } from "#lib/domain/imports/map-record";
import { ImportFault } from "#lib/domain/imports/read-csv";
import { IMPORT_LIMITS } from "#lib/domain/imports/sources";
import {
  type DatedRecord,
  findKnownKeys,
  type ImportForm,
  storeMessages,
} from "#lib/domain/imports/store-messages";

/** The counts of a processed batch. */
type Outcome = { imported: number; spam: number; duplicates: number };

/**
 * The keys of messages that a dry run has already seen, so that it counts duplicates within the file.
 */
type SeenKeys = Set<string>;

/**
 * Locks the form's settings against changes until the transaction ends: a new retention applies to messages of this batch
 * too.
 *
 * @throws {ImportFault} if the form was deleted
 */
async function readRetention(tx: Db, { workspaceId, formId }: ImportForm): Promise<number | null> {
  const [form] = await queryRows<{ days: number | null }>(tx, { days: "int4" })`
    SELECT (settings ->> 'messageRetentionDays')::int AS days FROM forms
    WHERE workspace_id = ${workspaceId}::uuid AND id = ${formId}::uuid AND deleted_at IS NULL FOR SHARE`;
  if (!form) throw new ImportFault("The form was deleted.");
  return form.days;
}

function isDated(record: MappedRecord): record is DatedRecord {
  return record.receivedAt !== null && !record.problems.some(({ skipped }) => skipped);
}

async function checkMessages(
  tx: Db,
  form: ImportForm,
  records: readonly DatedRecord[],
  seen: SeenKeys,
): Promise<Outcome> {
  const known = await findKnownKeys(tx, form, records);
  const fresh = records.filter(({ key }) => {
    if (known.has(key) || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  const spam = fresh.filter(({ isSpam }) => isSpam).length;
  return { imported: fresh.length, spam, duplicates: records.length - fresh.length };
}

/**
 * Stores a batch of messages, or checks it in a dry run, and notes how far the import is.
 *
 * @throws {ClaimLost} if it was canceled or taken over; then nothing is stored
 * @throws {ImportFault} if the form was deleted
 */
export function runBatch(
  claim: ImportClaim,
  form: ImportForm,
  records: readonly MappedRecord[],
  { now, seen }: { now: Date; seen: SeenKeys },
): Promise<void> {
  return withClaim(claim, async (tx) => {
    const retentionDays = await readRetention(tx, form);
    const keptSince = retentionDays === null ? 0 : now.getTime() - retentionDays * DAY_MS;
    const dated = records.filter(isDated);
    const kept = dated.filter(({ receivedAt }) => receivedAt.getTime() > keptSince);
    const outcome =
      claim.status === "checking"
        ? await checkMessages(tx, form, kept, seen)
        : await importMessages(tx, claim, form, kept, { retentionDays, now });
    const problems = records.flatMap((record) => record.problems);
    await noteProgress(tx, claim, {
      ...outcome,
      rows: records.at(-1)?.row ?? claim.rows,
      expired: dated.length - kept.length,
      skipped: records.length - dated.length,
      problems,
      now,
    });
  });
}

async function importMessages(
  tx: Db,
  { id }: ImportClaim,
  form: ImportForm,
  records: readonly DatedRecord[],
  options: { retentionDays: number | null; now: Date },
): Promise<Outcome> {
  const { stored, spam } = await storeMessages(tx, form, id, records, options);
  return { imported: stored, spam, duplicates: records.length - stored };
}

type Progress = Outcome & {
  rows: number;
  expired: number;
  skipped: number;
  problems: readonly object[];
  now: Date;
};

async function noteProgress(tx: Db, { workspaceId, id }: ImportClaim, done: Progress) {
  const { problems, now } = done;
  const until = new Date(now.getTime() + IMPORT_LEASE_MS);
  await tx.$executeRaw`
    UPDATE imports SET rows = ${done.rows}::int, imported = imported + ${done.imported}::int,
      spam = spam + ${done.spam}::int, duplicates = duplicates + ${done.duplicates}::int,
      expired = expired + ${done.expired}::int, skipped = skipped + ${done.skipped}::int,
      problem_count = problem_count + ${problems.length}::int,
      problems = CASE WHEN problem_count >= ${IMPORT_LIMITS.problems}::int THEN problems ELSE (
        SELECT coalesce(jsonb_agg(p ORDER BY n), '[]') FROM jsonb_array_elements(
          problems || ${JSON.stringify(problems.slice(0, IMPORT_LIMITS.problems))}::jsonb
        ) WITH ORDINALITY AS listed(p, n) WHERE n <= ${IMPORT_LIMITS.problems}::int) END,
      failures = 0, updated_at = ${now}, lease_until = ${until}
    WHERE workspace_id = ${workspaceId}::uuid AND id = ${id}::uuid`;
}
