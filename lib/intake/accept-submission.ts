import { z } from "zod";
import { processWide } from "#lib/core/process-wide";
import { isConnectionError, isTransient } from "#lib/db/connection-error";
import { pool } from "#lib/db/database";
import { queryPrepared } from "#lib/db/query-prepared";
import { type AcceptedParts, acceptStatement } from "#lib/intake/accept-sql";
import type { SubmissionDraft } from "#lib/intake/draft-submission";
import { monthOf } from "#lib/usage/month";
import { PLAN_ALLOWANCES } from "#lib/usage/schema";

const Result = z.object({
  ord: z.int(),
  outcome: z.enum(["stored", "form_changed", "allowance_exceeded", "honeypot_full", "key_taken"]),
  /** Accepted this month, this one included, and the plan's allowance. */
  accepted: z.int().nullable(),
  allowance: z.int().nullable(),
});
export type Acceptance = z.output<typeof Result>;

type Waiting = {
  draft: SubmissionDraft;
  resolve: (result: Acceptance) => void;
  reject: (failure: unknown) => void;
};
type Runner = Parameters<typeof queryPrepared>[0];

/**
 * Submissions that arrive while a statement runs are committed together by the next one. One at a time
 * makes the largest batches: on two cores it takes a quarter less work than two or three do.
 */
const MAX_STATEMENTS = 1;
const MAX_BATCH = 64;
/**
 * This close to the allowance, submissions are accepted one at a time under a lock, so that not one
 * too many gets in. More than all that can be under way at once without the lock.
 */
const ALLOWANCE_MARGIN = 256;

function partsOf(drafts: readonly SubmissionDraft[]): AcceptedParts {
  return {
    honeypot: drafts.some(({ spam_reason }) => spam_reason !== null),
    keys: drafts.some(({ key }) => key !== null),
    replies: drafts.some(({ reply_address }) => reply_address !== null),
    mails: drafts.some(({ mails }) => mails.length > 0),
    events: drafts.some(({ events }) => events.length > 0),
    files: drafts.some(({ files }) => files.length > 0),
  };
}

/** Each combination of parts is a statement of its own, prepared once per connection. */
function statementFor(drafts: readonly SubmissionDraft[]): string {
  const statements = processWide("accept-statements", () => new Map<string, string>());
  const parts = partsOf(drafts);
  const present = Object.entries(parts).flatMap(([part, isPresent]) => (isPresent ? [part] : []));
  const name = ["accept", ...present].join("-");
  const text = statements.get(name) ?? acceptStatement(parts);
  statements.set(name, text);
  return text;
}

async function run(
  runner: Runner,
  drafts: readonly SubmissionDraft[],
  margin: number,
): Promise<Acceptance[]> {
  const [first] = drafts;
  if (!first) return [];
  const month = monthOf(new Date(first.received_at));
  const rows = await queryPrepared(runner, {
    text: statementFor(drafts),
    values: [
      JSON.stringify(drafts.map((draft, ord) => ({ ord, ...draft }))),
      JSON.stringify(PLAN_ALLOWANCES),
      month.firstDay,
      month.nextFirstDay,
      margin,
    ],
  });
  return rows.map((row) => Result.parse(row)).sort((a, b) => a.ord - b.ord);
}

/** Exactly up to the allowance: one at a time per workspace, each seeing what the one before did. */
async function acceptNearAllowance(draft: SubmissionDraft): Promise<Acceptance> {
  const client = await pool().connect();
  let failure: Error | undefined;
  try {
    // Others wait for its locks: should this process freeze within it, the transaction ends itself.
    await client.query("BEGIN; SET LOCAL idle_in_transaction_session_timeout = '5s'");
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [
      `allowance:${draft.workspace_id}`,
    ]);
    const [result] = await run(client, [draft], 0);
    await client.query("COMMIT");
    if (!result) throw new Error("acceptance gave no answer");
    return result;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  } finally {
    client.release(failure && isConnectionError(failure) ? failure : undefined);
  }
}

/** One connection per workspace waits for the lock, however many submissions do. */
function acceptInTurn(draft: SubmissionDraft): Promise<Acceptance> {
  const turns = processWide("allowance-turns", () => new Map<string, Promise<unknown>>());
  const before = turns.get(draft.workspace_id) ?? Promise.resolve();
  const turn = before.catch(() => undefined).then(() => acceptNearAllowance(draft));
  turns.set(draft.workspace_id, turn);
  const leave = () => {
    if (turns.get(draft.workspace_id) === turn) turns.delete(draft.workspace_id);
  };
  turn.then(leave, leave);
  return turn;
}

/** A statement whose answer was lost may have been committed: then the message is there already. */
function isStoredAlready(failure: unknown): boolean {
  return (
    failure instanceof Error && "constraint" in failure && failure.constraint === "submissions_pkey"
  );
}

/**
 * Once more when the database went away, for often only this one connection did, and what it committed
 * all the same is found stored; and when others were in the way, as in a deadlock.
 */
async function runTwice(drafts: readonly SubmissionDraft[]): Promise<Acceptance[]> {
  try {
    return await run(pool(), drafts, ALLOWANCE_MARGIN);
  } catch (failure) {
    if (!isTransient(failure)) throw failure;
    return run(pool(), drafts, ALLOWANCE_MARGIN);
  }
}

function settle(waiting: Waiting, result: Acceptance | undefined): void {
  const { draft, resolve, reject } = waiting;
  if (!result) reject(new Error("acceptance gave no answer"));
  // Not awaited: others must not wait for a workspace that is near its allowance.
  else if (result.outcome === "allowance_exceeded") acceptInTurn(draft).then(resolve, reject);
  else resolve(result);
}

/** @throws when the database is away: nobody who waits behind need try it too */
async function acceptAlone(waiting: Waiting): Promise<void> {
  try {
    const [result] = await runTwice([waiting.draft]);
    settle(waiting, result);
  } catch (failure) {
    if (isConnectionError(failure)) throw failure;
    if (isStoredAlready(failure))
      waiting.resolve({ ord: 0, outcome: "stored", accepted: null, allowance: null });
    else waiting.reject(failure);
  }
}

/** One bad apple must not spoil the batch: each is tried on its own, and fails on its own. */
async function acceptOneByOne(batch: readonly Waiting[]): Promise<void> {
  for (const waiting of batch) await acceptAlone(waiting);
}

/** Resolves when the batch is decided; those who wait learn of it when the result is called. */
async function acceptTogether(batch: readonly Waiting[]): Promise<() => void> {
  try {
    const drafts = batch.map(({ draft }) => draft);
    const results = batch.length === 1 ? null : await runTwice(drafts).catch(nullUnlessAway);
    if (!results) await acceptOneByOne(batch);
    return () => {
      for (const [index, waiting] of batch.entries()) if (results) settle(waiting, results[index]);
    };
  } catch (failure) {
    // Those that have their answer already keep it.
    return () => {
      for (const { reject } of batch) reject(failure);
    };
  }
}

function nullUnlessAway(failure: unknown): null {
  if (isConnectionError(failure)) throw failure;
  return null;
}

class Acceptor {
  private waiting: Waiting[] = [];
  private running = 0;

  accept(draft: SubmissionDraft): Promise<Acceptance> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ draft, resolve, reject });
      void this.next();
    });
  }

  /** The next batch; of several submissions with one idempotency key, the first alone. */
  private take(): Waiting[] {
    const batch: Waiting[] = [];
    const later: Waiting[] = [];
    const keys = new Set<string>();
    for (const one of this.waiting) {
      const key = one.draft.key === null ? null : `${one.draft.form_id} ${one.draft.key}`;
      if (batch.length >= MAX_BATCH || (key !== null && keys.has(key))) later.push(one);
      else batch.push(one);
      if (key !== null) keys.add(key);
    }
    this.waiting = later;
    return batch;
  }

  private async next(): Promise<void> {
    if (this.running >= MAX_STATEMENTS || this.waiting.length === 0) return;
    this.running += 1;
    const tell = await acceptTogether(this.take());
    this.running -= 1;
    void this.next();
    // The database gets its next statement before this process turns to writing answers.
    if (this.running > 0) await new Promise((resolve) => setImmediate(resolve));
    tell();
  }
}

/**
 * Stores a submission in one committed statement, together with those that arrive at the same time.
 * When this resolves with `stored`, the message, its plan and its outbox entries are on disk.
 */
export function acceptSubmission(draft: SubmissionDraft): Promise<Acceptance> {
  return processWide("acceptor", () => new Acceptor()).accept(draft);
}
