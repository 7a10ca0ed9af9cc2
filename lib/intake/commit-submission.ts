import pg from "pg";
import { z } from "zod";
import { AppError } from "#lib/core/errors";
import { metrics } from "#lib/core/metrics";
import { singleton } from "#lib/core/singleton";
import { isConnectionError, isTransient } from "#lib/db/connection-error";
import { clientTransaction, pool } from "#lib/db/database";
import { queryPrepared } from "#lib/db/query-prepared";
import { acceptQuery } from "#lib/intake/accept-statement";
import type { SubmissionDraft } from "#lib/intake/draft-submission";

const Result = z.object({
  ord: z.int(),
  outcome: z.enum(["stored", "form_changed", "allowance_exceeded", "spam_full", "key_taken"]),
  /** Accepted this month including this one, and the plan's allowance. */
  accepted: z.int().nullable(),
  allowance: z.int().nullable(),
});
export type CommitResult = z.output<typeof Result>;

type Waiting = {
  draft: SubmissionDraft;
  resolve: (result: CommitResult) => void;
  reject: (failure: unknown) => void;
};
type Runner = Parameters<typeof queryPrepared>[0];

/**
 * Submissions that arrive while a statement runs are committed together by the next one. One statement
 * at a time makes the largest batches: on two cores that's a quarter less work than with two or three.
 */
const MAX_STATEMENTS = 1;
const MAX_BATCH = 64;
/** Submissions that may wait for their batch: what arrives while the database pauses for a moment. */
const MAX_WAITING = 1_024;
/** How long a submission may wait for its result. It may still be stored later, once. */
const DEADLINE_MS = 5_000;
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
  const [first, ...others] = drafts;
  if (!first) return [];
  const rows = await queryPrepared(runner, acceptQuery([first, ...others], margin));
  return rows.map((row) => Result.parse(row)).sort((a, b) => a.ord - b.ord);
}

/** Accepts one submission per workspace at a time, each seeing what the one before did. */
function acceptNearAllowance(draft: SubmissionDraft): Promise<CommitResult> {
  // Others wait for this lock, so the transaction ends soon if this process freezes.
  return clientTransaction(
    async (client) => {
      await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [
        `allowance:${draft.workspace_id}`,
      ]);
      const [result] = await run(client, [draft], 0);
      if (!result) throw new Error("the accepting statement returned no row");
      return result;
    },
    { maxIdleSeconds: 5 },
  );
}

/** However many submissions of a workspace wait, only one connection waits for the lock. */
function acceptInTurn(draft: SubmissionDraft): Promise<CommitResult> {
  const turns = singleton("allowance-turns", () => new Map<string, Promise<unknown>>());
  const before = turns.get(draft.workspace_id) ?? Promise.resolve();
  const turn = before.catch(() => undefined).then(() => acceptNearAllowance(draft));
  turns.set(draft.workspace_id, turn);
  const leave = () => {
    if (turns.get(draft.workspace_id) === turn) turns.delete(draft.workspace_id);
  };
  turn.then(leave, leave);
  return turn;
}

const UNIQUE_VIOLATION = "23505";

/** The statement was committed before, but its result was lost. */
function wasCommittedBefore(failure: unknown): boolean {
  return (
    failure instanceof pg.DatabaseError &&
    failure.code === UNIQUE_VIOLATION &&
    // A partition's key has a name of its own.
    /^submissions.*_pkey$/.test(failure.constraint ?? "")
  );
}

/**
 * Retries once after a lost connection, since often only that one connection was lost, and after a
 * conflict such as a deadlock. What was committed before the loss is recognized by its id.
 */
async function runWithRetry(drafts: readonly SubmissionDraft[]): Promise<CommitResult[]> {
  try {
    return await run(pool(), drafts, ALLOWANCE_MARGIN);
  } catch (failure) {
    if (!isTransient(failure)) throw failure;
    return run(pool(), drafts, ALLOWANCE_MARGIN);
  }
}

function settle(waiting: Waiting, result: CommitResult | undefined): void {
  const { draft, resolve, reject } = waiting;
  if (!result) reject(new Error("the accepting statement returned no row"));
  // Not awaited: others must not wait for a workspace that's near its allowance.
  else if (result.outcome === "allowance_exceeded") acceptInTurn(draft).then(resolve, reject);
  else resolve(result);
}

/** @throws when the connection is lost: callers in line needn't try either */
async function acceptAlone(waiting: Waiting): Promise<void> {
  try {
    const [result] = await runWithRetry([waiting.draft]);
    settle(waiting, result);
  } catch (failure) {
    if (isConnectionError(failure)) throw failure;
    if (wasCommittedBefore(failure))
      waiting.resolve({ ord: 0, outcome: "stored", accepted: null, allowance: null });
    else waiting.reject(failure);
  }
}

/** When a batch fails, each submission is tried alone, so that one bad one can't fail the others. */
async function acceptOneByOne(batch: readonly Waiting[]): Promise<void> {
  for (const waiting of batch) await acceptAlone(waiting);
}

/** Resolves once the batch is decided. Calling the result delivers the outcomes to the callers. */
async function acceptTogether(batch: readonly Waiting[]): Promise<() => void> {
  try {
    const drafts = batch.map(({ draft }) => draft);
    const results =
      batch.length === 1 ? null : await runWithRetry(drafts).catch(nullUnlessConnectionLost);
    if (!results) await acceptOneByOne(batch);
    return () => {
      for (const [index, waiting] of batch.entries()) if (results) settle(waiting, results[index]);
    };
  } catch (failure) {
    // A promise that's settled already stays as it is.
    return () => {
      for (const { reject } of batch) reject(failure);
    };
  }
}

function nullUnlessConnectionLost(failure: unknown): null {
  if (isConnectionError(failure)) throw failure;
  return null;
}

const overloaded = () =>
  new AppError(
    "service_unavailable",
    "The service is temporarily overloaded. Try again in a moment.",
    { retryAfterSeconds: 5 },
  );

class GroupCommitter {
  private waiting: Waiting[] = [];
  private running = 0;

  accept(draft: SubmissionDraft): Promise<CommitResult> {
    if (this.waiting.length >= MAX_WAITING) return Promise.reject(overloaded());
    const { promise, resolve, reject } = Promise.withResolvers<CommitResult>();
    const waiting = { draft, resolve, reject };
    this.waiting.push(waiting);
    const deadline = setTimeout(() => this.giveUp(waiting), DEADLINE_MS);
    void this.next();
    return promise.finally(() => clearTimeout(deadline));
  }

  private giveUp(late: Waiting): void {
    this.waiting = this.waiting.filter((waiting) => waiting !== late);
    late.reject(overloaded());
  }

  /** The next batch. Of several submissions with one idempotency key it holds only the first. */
  private takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const rest: Waiting[] = [];
    const keys = new Set<string>();
    for (const one of this.waiting) {
      const key = one.draft.key === null ? null : `${one.draft.form_id} ${one.draft.key}`;
      if (batch.length >= MAX_BATCH || (key !== null && keys.has(key))) rest.push(one);
      else batch.push(one);
      if (key !== null) keys.add(key);
    }
    this.waiting = rest;
    return batch;
  }

  private async next(): Promise<void> {
    if (this.running >= MAX_STATEMENTS || this.waiting.length === 0) return;
    this.running += 1;
    const batch = this.takeBatch();
    metrics().batches.observe(batch.length);
    const deliver = await acceptTogether(batch);
    this.running -= 1;
    void this.next();
    // The database gets its next statement before this process turns to writing responses.
    if (this.running > 0) await new Promise((resolve) => setImmediate(resolve));
    deliver();
  }
}

/**
 * Stores a submission in one committed statement, together with those that arrive at the same time.
 * When this resolves with `stored`, the submission, its plan and its queued deliveries are on disk.
 *
 * @throws {AppError} service_unavailable when the database takes too long
 */
export function commitSubmission(draft: SubmissionDraft): Promise<CommitResult> {
  return singleton("group-committer", () => new GroupCommitter()).accept(draft);
}
