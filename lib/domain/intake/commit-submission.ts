import pg from "pg";
import { batchStatements } from "#lib/adapters/db/batch-statements";
import { isTransient } from "#lib/adapters/db/connection-error";
import { db, lockInTransaction, pool, transaction } from "#lib/adapters/db/database";
import { type Columns, queryPrepared } from "#lib/adapters/db/query-rows";
import { metrics } from "#lib/core/telemetry/metrics";
import { acceptQuery } from "#lib/domain/intake/accept-statement";
import type { LimitedDraft } from "#lib/domain/intake/admit-within";
import { commitLimited } from "#lib/domain/intake/commit-limited";
import type { SubmissionDraft } from "#lib/domain/intake/draft-submission";
import type { CommitResult } from "#lib/domain/intake/outcomes";

const COLUMNS: Columns<CommitResult> = {
  ord: "int4",
  receivedAt: "timestamptz",
  outcome: "text",
  accepted: "int4",
  allowance: "int4",
};

type Runner = Parameters<typeof queryPrepared>[0];

/** How long submissions wait while the database pauses for a moment. After that, they get an error. */
const PATIENCE = { maxWaiting: 1_024, deadlineMs: 5_000 };
/**
 * This close to the allowance, submissions are accepted one at a time under a lock, so that none goes
 * beyond it. Larger than the number that can be in flight without the lock.
 */
const ALLOWANCE_MARGIN = 256;

async function run(
  runner: Runner,
  drafts: readonly SubmissionDraft[],
  margin: number,
): Promise<CommitResult[]> {
  const rows = await queryPrepared(runner, COLUMNS, acceptQuery(drafts, margin));
  return rows.sort((a, b) => a.ord - b.ord);
}

const UNIQUE_VIOLATION = "23505";

/** Returns whether the statement was committed before, but its result was lost. */
function wasCommittedBefore(failure: unknown): boolean {
  return (
    failure instanceof pg.DatabaseError &&
    failure.code === UNIQUE_VIOLATION &&
    // The key of a partition has its own name.
    /^submissions.*_pkey$/.test(failure.constraint ?? "")
  );
}

/**
 * Commits submissions with one statement. Retries once after a lost connection, since often only that one
 * connection was lost, and after a conflict such as a deadlock. A commit from before the loss is
 * recognized by its ID, once it's tried alone.
 */
async function commit(drafts: readonly SubmissionDraft[]): Promise<CommitResult[]> {
  metrics().batches.observe(drafts.length);
  try {
    return await run(pool(), drafts, ALLOWANCE_MARGIN).catch((failure: unknown) => {
      if (!isTransient(failure)) throw failure;
      return run(pool(), drafts, ALLOWANCE_MARGIN);
    });
  } catch (failure) {
    const [draft, ...others] = drafts;
    if (!draft || others.length > 0 || !wasCommittedBefore(failure)) throw failure;
    const { receivedAt } = await db().submission.findFirstOrThrow({
      where: { workspaceId: draft.workspace_id, id: draft.id },
    });
    return [{ ord: 0, receivedAt, outcome: "stored", accepted: null, allowance: null }];
  }
}

/**
 * Runs one statement at a time, which makes the largest batches: on two cores, a quarter less work
 * than with two or three at a time.
 */
const commitTogether = batchStatements({
  run: commit,
  maxItems: 64,
  maxRunning: 1,
  ...PATIENCE,
});

/**
 * Commits submissions to forms with a maximum number of messages. Other submissions don't wait for
 * their locks.
 */
const commitWithinRoom = batchStatements({
  run: (items: readonly LimitedDraft[]) => commitLimited(items, run, ALLOWANCE_MARGIN),
  maxItems: 64,
  maxRunning: 1,
  ...PATIENCE,
});

type Item = { draft: SubmissionDraft; maxSubmissions: number | null };

/** Commits submissions one by one, so that each sees the effect of the workspace's previous one. */
const commitNearAllowance = batchStatements({
  run: (items: readonly Item[]) =>
    transaction(async (tx) => {
      const drafts = items.map(({ draft }) => draft);
      await lockInTransaction(tx, `allowance:${drafts[0]?.workspace_id}`);
      const limited = items.flatMap(({ draft, maxSubmissions }) =>
        maxSubmissions === null ? [] : { draft, maxSubmissions },
      );
      return limited.length > 0
        ? commitLimited(limited, run, 0, (work) => work(tx))
        : run(tx, drafts, 0);
    }),
  maxItems: 1,
  maxRunning: 2,
  ...PATIENCE,
});

/**
 * Stores a submission in one committed statement, together with those that arrive at the same time.
 * When this resolves with `stored`, the submission, its plan and its queued deliveries are on disk.
 *
 * @param maxSubmissions - how many messages its form has room for; null for any number
 * @throws {AppError} service_unavailable when the database takes too long
 */
export async function commitSubmission(
  draft: SubmissionDraft,
  maxSubmissions: number | null,
): Promise<CommitResult> {
  const result =
    maxSubmissions === null
      ? await commitTogether(draft)
      : await commitWithinRoom({ draft, maxSubmissions });
  return result.outcome === "allowance_exceeded"
    ? commitNearAllowance({ draft, maxSubmissions })
    : result;
}
