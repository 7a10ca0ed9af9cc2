import { setTimeout as sleep } from "node:timers/promises";
import { entriesOf } from "#lib/core/characters";
import { log } from "#lib/core/telemetry/log";
import { type Clock, databaseClock } from "#lib/domain/deliveries/clock";
import {
  ClaimLost,
  claimImport,
  IMPORT_LEASE_MS,
  type ImportClaim,
  readImportForm,
  releaseImport,
  settingsOf,
  withClaim,
} from "#lib/domain/imports/claim-import";
import { deleteImportFile, readImportFile } from "#lib/domain/imports/import-file";
import { type MappedRecord, recordMapper } from "#lib/domain/imports/map-record";
import { ImportFault } from "#lib/domain/imports/read-csv";
import { type RawRecord, readRecords } from "#lib/domain/imports/read-records";
import { runBatch } from "#lib/domain/imports/run-batch";
import { IMPORT_LIMITS } from "#lib/domain/imports/sources";
import { countImported, deleteUntouched } from "#lib/domain/imports/store-messages";

/** The maximum number of messages stored in one transaction, and their maximum size in bytes. */
const BATCH = { rows: 250, bytes: 1_000_000 };
/** A run and a drain fit in the minute of a serverless function. */
const BUDGET_MS = 20_000;
/** Waits as long as the batch took, times this: visitors' own messages go first. `npm run bench:import` shows the effect. */
const PAUSE_FACTOR = 4;
const RETRY_MS = 10_000;
const MAX_FAILURES = 10;

type RunOptions = {
  clock?: Clock;
  budgetMs?: number;
  signal?: AbortSignal;
  /** How long to pause after a batch, as a multiple of the time it took. */
  pauseFactor?: number;
};

type Run = { clock: Clock; isOver: () => boolean; pause: (startedAt: number) => Promise<void> };

function beginRun(
  clock: Clock,
  { budgetMs = BUDGET_MS, signal, pauseFactor = PAUSE_FACTOR }: RunOptions,
): Run {
  const endsAt = performance.now() + budgetMs;
  return {
    clock,
    isOver: () => signal?.aborted === true || performance.now() >= endsAt,
    pause: async (startedAt) => {
      const ms = (performance.now() - startedAt) * pauseFactor;
      await sleep(ms, undefined, signal ? { signal } : {}).catch(() => {});
    },
  };
}

function sizeOf({ cells }: RawRecord): number {
  return cells.reduce((sum, [, value]) => sum + entriesOf(value).join("").length, 0);
}

/** Reads the messages that earlier runs haven't stored, in batches. */
async function* readBatches(claim: ImportClaim, now: Date): AsyncGenerator<MappedRecord[]> {
  const settings = settingsOf(claim);
  const map = recordMapper(settings, { fallback: claim.startedAt, now });
  let batch: MappedRecord[] = [];
  let bytes = 0;
  for await (const records of readRecords(readImportFile(claim), settings))
    for (const record of records) {
      if (record.row <= claim.rows) continue;
      if (record.row > IMPORT_LIMITS.rows) {
        yield batch;
        throw new ImportFault(
          "The file has more than 100,000 messages. Split it, and import the parts one after another: what's already here isn't imported again.",
        );
      }
      batch.push(map(record));
      bytes += sizeOf(record);
      if (batch.length < BATCH.rows && bytes < BATCH.bytes) continue;
      yield batch;
      batch = [];
      bytes = 0;
    }
  yield batch;
}

/** @returns whether the import has ended, rather than run out of time */
async function importFile(claim: ImportClaim, { clock, isOver, pause }: Run): Promise<boolean> {
  const form = await readImportForm(claim);
  const seen = new Set<string>();
  let pausedUntil: number | null = null;
  for await (const batch of readBatches(claim, clock.now())) {
    // The pause is proportional to the work, which includes reading a batch, but not skipping stored
    // messages.
    const startedAt = pausedUntil ?? performance.now();
    if (batch.length > 0) {
      await runBatch(claim, form, batch, { now: clock.now(), seen });
      claim.failures = 0;
    }
    if (isOver()) return false;
    await pause(startedAt);
    pausedUntil = performance.now();
  }
  await endFile(claim, clock.now());
  return true;
}

async function endFile(claim: ImportClaim, now: Date): Promise<void> {
  await withClaim(claim, async (tx) => {
    const { workspaceId, id } = claim;
    const isDry = claim.status === "checking";
    const row = await tx.import.findUniqueOrThrow({
      where: { workspaceId_id: { workspaceId, id } },
    });
    await tx.import.update({
      where: { workspaceId_id: { workspaceId, id } },
      data: {
        status: isDry ? "ready" : "completed",
        totalRows: row.rows,
        endedAt: isDry ? null : now,
        updatedAt: now,
        leaseUntil: null,
      },
    });
    if (!isDry) await deleteImportFile(tx, claim);
  });
}

/** @returns whether the undo has ended */
async function undo(claim: ImportClaim, { clock, isOver, pause }: Run): Promise<boolean> {
  const where = { workspaceId_id: { workspaceId: claim.workspaceId, id: claim.id } };
  for (;;) {
    const startedAt = performance.now();
    const isDone = await withClaim(claim, async (tx) => {
      const batch = await deleteUntouched(tx, claim.workspaceId, claim.id);
      const now = clock.now();
      const kept = batch.isDone ? await countImported(tx, claim.workspaceId, claim.id) : 0;
      const end = { status: "undone", kept, leaseUntil: null };
      await tx.import.update({
        where,
        data: {
          undone: { increment: batch.deleted },
          updatedAt: now,
          ...(batch.isDone ? end : { leaseUntil: new Date(now.getTime() + IMPORT_LEASE_MS) }),
        },
      });
      return batch.isDone;
    });
    if (isDone) return true;
    if (isOver()) return false;
    await pause(startedAt);
  }
}

/** Ends an import. A dry run leaves the file, which other settings may be able to read. */
async function fail(claim: ImportClaim, failure: string, now: Date): Promise<void> {
  const isDry = claim.status === "checking";
  await withClaim(claim, async (tx) => {
    const { workspaceId, id } = claim;
    await tx.import.update({
      where: { workspaceId_id: { workspaceId, id } },
      data: {
        status: isDry ? "ready" : "failed",
        failure,
        endedAt: isDry ? null : now,
        updatedAt: now,
        leaseUntil: null,
      },
    });
    if (!isDry) await deleteImportFile(tx, claim);
  });
}

/** A fault of the file ends the import; after any other failure, it's tried again a while later. */
async function settleFailure(claim: ImportClaim, failure: unknown, clock: Clock): Promise<void> {
  if (failure instanceof ClaimLost) return;
  if (failure instanceof ImportFault) return fail(claim, failure.message, clock.now());
  const failures = claim.failures + 1;
  log().warn(
    { job: "imports", importId: claim.id, failures, err: failure },
    "an import was interrupted",
  );
  if (failures >= MAX_FAILURES && claim.status !== "undoing")
    return fail(
      claim,
      "The import was interrupted too often. Import the file again: nothing is imported twice.",
      clock.now(),
    );
  const now = clock.now();
  await releaseImport(claim, { at: new Date(now.getTime() + RETRY_MS), now, failures });
}

async function runClaim(claim: ImportClaim, run: Run): Promise<void> {
  try {
    const isEnded = await (claim.status === "undoing" ? undo(claim, run) : importFile(claim, run));
    if (!isEnded) await releaseImport(claim, { at: null, now: run.clock.now(), failures: 0 });
  } catch (failure) {
    await settleFailure(claim, failure, run.clock).catch((err: unknown) => {
      if (!(err instanceof ClaimLost)) throw err;
    });
  }
}

/**
 * Processes imports, dry runs, and undos that are due, one after the other. It can be stopped at any point, and run in
 * several processes concurrently: each batch is stored together with the import's progress.
 *
 * @returns how many imports were worked on
 */
export async function runImports(options: RunOptions = {}): Promise<number> {
  const clock = options.clock ?? (await databaseClock());
  const run = beginRun(clock, options);
  for (let count = 0; ; count += 1) {
    const claim = run.isOver() ? null : await claimImport(clock.now());
    if (!claim) return count;
    await runClaim(claim, run);
  }
}
