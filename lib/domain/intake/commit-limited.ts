import { type Db, transaction } from "#lib/adapters/db/database";
import { queryPrepared } from "#lib/adapters/db/query-rows";
import { countTowardLimitSql } from "#lib/domain/forms/options/open-state";
import { admitWithin, type LimitedDraft } from "#lib/domain/intake/admit-within";
import type { SubmissionDraft } from "#lib/domain/intake/draft-submission";
import type { CommitResult } from "#lib/domain/intake/outcomes";

type Accept = (
  runner: Parameters<typeof queryPrepared>[0],
  drafts: readonly SubmissionDraft[],
  margin: number,
) => Promise<CommitResult[]>;

type Taken = { formId: string; taken: number };

const READ_TAKEN = `
SELECT f.id AS "formId", ${countTowardLimitSql("f.workspace_id", "f.id")} AS taken
FROM forms f
WHERE (f.workspace_id, f.id) IN (SELECT workspace_id, id FROM unnest($1::uuid[], $2::uuid[]) AS u(workspace_id, id))`;

/**
 * Locks the room of these forms until the transaction ends: others who need room in them wait, on all nodes. The locks
 * are acquired in one order.
 *
 * @returns the messages that take up room now, by form
 */
async function lockRoom(
  tx: Db,
  drafts: readonly SubmissionDraft[],
): Promise<ReadonlyMap<string, number>> {
  const forms = [...new Map(drafts.map((draft) => [draft.form_id, draft])).values()];
  const ids = forms.map(({ form_id }) => form_id);
  await tx.$executeRaw`SELECT lock_in_order(${ids.map((id) => `room:${id}`)}::text[])`;
  const statement = { text: READ_TAKEN, values: [forms.map((one) => one.workspace_id), ids] };
  const rows = await queryPrepared<Taken>(tx, { formId: "uuid", taken: "int4" }, statement);
  return new Map(rows.map(({ formId, taken }) => [formId, taken]));
}

function closed(receivedAt: Date): CommitResult {
  return { ord: 0, receivedAt, outcome: "form_closed", accepted: null, allowance: null };
}

/**
 * Stores the submissions that there is room for. The result is `null` for one that found no room
 * while another one's room turned out to be unused.
 */
async function runOnce(
  tx: Db,
  items: readonly LimitedDraft[],
  accept: Accept,
  margin: number,
): Promise<(CommitResult | null)[]> {
  const drafts = items.map(({ draft }) => draft);
  const taken = await lockRoom(tx, drafts);
  const isAdmitted = admitWithin(items, taken);
  const admitted = drafts.filter((_, index) => isAdmitted[index]);
  const results = admitted.length > 0 ? await accept(tx, admitted, margin) : [];
  const isWasted = results.some(({ outcome }) => outcome !== "stored");
  const next = results.values();
  return isAdmitted.map((isIn) =>
    isIn ? (next.next().value ?? null) : isWasted ? null : closed(new Date()),
  );
}

/**
 * Commits submissions to forms with a maximum number of messages. Each waits for those before it, so that the maximum
 * is never exceeded. Room that a submission didn't use, because it repeats an earlier one, goes to the next.
 */
export async function commitLimited(
  items: readonly LimitedDraft[],
  accept: Accept,
  margin: number,
  begin: <T>(work: (tx: Db) => Promise<T>) => Promise<T> = transaction,
): Promise<CommitResult[]> {
  const results = await begin((tx) => runOnce(tx, items, accept, margin));
  const open = items.filter((_, index) => results[index] === null);
  if (open.length === 0) return results.flatMap((result) => result ?? []);
  const rest = (await commitLimited(open, accept, margin, begin)).values();
  return results.flatMap((result) => result ?? rest.next().value ?? []);
}
