import { createHmac } from "node:crypto";
import { type Db, lockInTransaction, pool, transaction } from "#lib/adapters/db/database";
import { installationKey } from "#lib/adapters/db/installation-key";
import { queryRows } from "#lib/adapters/db/query-rows";
import { FieldPairs } from "#lib/core/fields/fields";
import { foldCase } from "#lib/core/text";
import { wordsOf } from "#lib/domain/spam/words";

/** The maximum number of messages learned in one transaction. */
const BATCH = 50;
/** The maximum number of words of a workspace. The least recently seen are deleted first. */
const MAX_WORDS = 20_000;
/** Deleted in addition, so that the next message doesn't exceed the limit again. */
const SPARE_WORDS = 1_000;
/** From this many messages on, all counts are halved, so that older messages count less. */
const MAX_MESSAGES = 4_000;
/** A word can be read once so many senders have used it. */
const MIN_SENDERS = 3;

type Kind = "spam" | "good";
type Label = "spam" | "not_spam" | "kept" | null;
type LabeledRow = {
  id: string;
  email: string | null;
  fields: unknown;
  label: Label;
  learned: Label;
};
type WordRow = { word: string | null; senders: string[]; spam: number; good: number };
type Change = { word: string; spam: number; good: number; senders: Set<string> };

function kindOf(label: Label): Kind | null {
  if (label === null) return null;
  return label === "spam" ? "spam" : "good";
}

/**
 * Creates a function that hashes with the installation's key, so that neither words nor addresses
 * can be guessed.
 */
function hasher(key: Buffer, workspaceId: string) {
  return (what: "word" | "sender", text: string) =>
    createHmac("sha256", key)
      .update(`spam ${what} ${workspaceId} ${text}`)
      .digest("hex")
      .slice(0, what === "word" ? 32 : 16);
}

/** Returns the changes of the word counts: each message counts once for each of its words. */
function changesOf(rows: readonly LabeledRow[], hash: ReturnType<typeof hasher>) {
  const changes = new Map<string, Change>();
  const totals = { spam: 0, good: 0 };
  for (const { id, email, fields, label, learned } of rows) {
    const [now, before] = [kindOf(label), kindOf(learned)];
    if (now === before) continue;
    if (now) totals[now] += 1;
    if (before) totals[before] -= 1;
    const sender = hash("sender", foldCase(email ?? id));
    for (const word of wordsOf(FieldPairs.parse(fields))) {
      const wordHash = hash("word", word);
      const change = changes.get(wordHash) ?? { word, spam: 0, good: 0, senders: new Set() };
      changes.set(wordHash, change);
      if (now) change[now] += 1;
      if (before) change[before] -= 1;
      change.senders.add(sender);
    }
  }
  return { changes, totals };
}

/** A word's row after a change. Once enough senders have used the word, it's kept instead of their hashes. */
function changeWord(known: WordRow | undefined, { word, senders, ...counts }: Change) {
  const all = [...new Set([...(known?.senders ?? []), ...senders])];
  const isShared = known?.word != null || all.length >= MIN_SENDERS;
  return {
    word: isShared ? word : null,
    senders: isShared ? [] : all,
    spam: Math.max(0, (known?.spam ?? 0) + counts.spam),
    good: Math.max(0, (known?.good ?? 0) + counts.good),
  };
}

async function saveWords(tx: Db, workspaceId: string, now: Date, changes: Map<string, Change>) {
  const hashes = [...changes.keys()].sort();
  const known = await queryRows<WordRow & { key: string }>(tx, {
    key: "text",
    word: "text",
    senders: "text[]",
    spam: "int4",
    good: "int4",
  })`
    SELECT encode(hash, 'hex') AS key, word, ARRAY(SELECT encode(s, 'hex') FROM unnest(senders) s) AS senders, spam, good
    FROM spam_words
    WHERE workspace_id = ${workspaceId}::uuid
      AND hash IN (SELECT decode(h, 'hex') FROM unnest(${hashes}::text[]) h)`;
  const knownByHash = new Map(known.map(({ key, ...row }) => [key, row]));
  const rows = [...changes].map(([hash, change]) => ({
    hash,
    ...changeWord(knownByHash.get(hash), change),
  }));
  await tx.$executeRaw`
    INSERT INTO spam_words AS w (workspace_id, hash, word, senders, spam, good, seen_at)
    SELECT ${workspaceId}::uuid, decode(r.hash, 'hex'), r.word,
      ARRAY(SELECT decode(s, 'hex') FROM json_array_elements_text(r.senders) s), r.spam, r.good, ${now}::timestamptz
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(hash text, word text, senders json, spam int, good int)
    ON CONFLICT (workspace_id, hash) DO UPDATE
    SET word = EXCLUDED.word, senders = EXCLUDED.senders, spam = EXCLUDED.spam, good = EXCLUDED.good,
      seen_at = EXCLUDED.seen_at`;
}

/** Keeps the words within their limit, and lets older messages count less. */
async function age(tx: Db, workspaceId: string): Promise<void> {
  const halved = await tx.$executeRaw`
    UPDATE spam_models SET spam = spam / 2, good = good / 2
    WHERE workspace_id = ${workspaceId}::uuid AND spam + good > ${MAX_MESSAGES}`;
  if (halved > 0) {
    await tx.$executeRaw`
      UPDATE spam_words SET spam = spam / 2, good = good / 2 WHERE workspace_id = ${workspaceId}::uuid`;
    await tx.$executeRaw`
      DELETE FROM spam_words WHERE workspace_id = ${workspaceId}::uuid AND spam + good = 0`;
  }
  const count = await tx.spamWord.count({ where: { workspaceId } });
  if (count > MAX_WORDS)
    await tx.$executeRaw`
      DELETE FROM spam_words WHERE (workspace_id, hash) IN (
        SELECT workspace_id, hash FROM spam_words WHERE workspace_id = ${workspaceId}::uuid
        ORDER BY seen_at, spam + good, hash LIMIT ${count - MAX_WORDS + SPARE_WORDS})`;
}

/**
 * Learns from messages of a workspace whose label has changed since they were learned.
 *
 * @returns how many messages were read; fewer than a batch when none are left
 */
async function learnBatch(workspaceId: string, key: Buffer): Promise<number> {
  return transaction(async (tx) => {
    await lockInTransaction(tx, `spam-words:${workspaceId}`);
    const rows = await queryRows<LabeledRow & { now: Date }>(tx, {
      id: "uuid",
      email: "text",
      fields: "json",
      label: "text",
      learned: "text",
      now: "timestamptz",
    })`
      SELECT id, email, fields, spam_label AS label, learned_label AS learned, now() AS now FROM submissions
      WHERE workspace_id = ${workspaceId}::uuid AND spam_label IS DISTINCT FROM learned_label
      ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
    const [first] = rows;
    if (!first) return 0;
    const { changes, totals } = changesOf(rows, hasher(key, workspaceId));
    if (changes.size > 0) await saveWords(tx, workspaceId, first.now, changes);
    await tx.$executeRaw`
      INSERT INTO spam_models AS m (workspace_id, spam, good, learned_at)
      VALUES (${workspaceId}::uuid, greatest(0, ${totals.spam}::int), greatest(0, ${totals.good}::int), ${first.now}::timestamptz)
      ON CONFLICT (workspace_id) DO UPDATE
      SET spam = greatest(0, m.spam + ${totals.spam}::int), good = greatest(0, m.good + ${totals.good}::int),
        learned_at = greatest(EXCLUDED.learned_at, m.learned_at + interval '1 millisecond')`;
    await tx.$executeRaw`
      UPDATE submissions SET learned_label = spam_label
      WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${rows.map(({ id }) => id)}::uuid[])`;
    await age(tx, workspaceId);
    return rows.length;
  });
}

/** A run of the drain and this one fit into the minute of a serverless function. */
const BUDGET_MS = 5_000;
const WORKSPACES_AT_ONCE = 100;

/**
 * Learns the words of messages that people have marked, archived, or moved back since the last run. Can be
 * skipped, stopped, or run twice concurrently without harm.
 *
 * @returns how many messages were read
 */
export async function learnWords(budgetMs = BUDGET_MS): Promise<number> {
  const endsAt = performance.now() + budgetMs;
  const workspaces = await queryRows<{ id: string }>(pool(), { id: "uuid" })`
    SELECT DISTINCT workspace_id AS id FROM submissions
    WHERE spam_label IS DISTINCT FROM learned_label LIMIT ${WORKSPACES_AT_ONCE}`;
  if (workspaces.length === 0) return 0;
  const key = await installationKey();
  let learned = 0;
  for (const { id } of workspaces)
    for (let added = BATCH; added === BATCH && performance.now() < endsAt; learned += added)
      added = await learnBatch(id, key);
  return learned;
}
