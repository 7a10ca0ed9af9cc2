import { z } from "zod";
import { pool } from "#lib/adapters/db/database";
import { queryPrepared } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
import { singleton } from "#lib/core/singleton";
import { MIN_EACH, type WordModel } from "#lib/domain/spam/words";

/** The maximum number of words of all models in a process, about 50 MB. */
const MAX_KEPT_WORDS = 400_000;

/** `model` is null while the workspace has learned too little to use it. */
type Kept = { model: WordModel | null; learnedAt: Date | null };

const models = singleton("spam-word-models", () => new Map<string, Kept>());

/** Reads a model, without the words if they're known already ($2) or too few to use. */
const READ_MODEL = `
SELECT m.spam, m.good, m.learned_at AS "learnedAt",
  CASE WHEN m.learned_at IS DISTINCT FROM $2::timestamptz AND least(m.spam, m.good) >= ${MIN_EACH} THEN (
    SELECT json_object_agg(word, json_build_array(w.spam, w.good)) FROM spam_words w
    WHERE w.workspace_id = m.workspace_id AND w.word IS NOT NULL
  ) END AS words
FROM spam_models m WHERE m.workspace_id = $1::uuid`;

type ModelRow = { spam: number; good: number; learnedAt: Date; words: unknown };

const Words = z.record(z.string(), z.tuple([z.int(), z.int()]));

/** Reads the words that a workspace has learned, if they have changed; null if there are too few. */
export async function readWords({ workspaceId }: Context): Promise<WordModel | null> {
  const known = models.get(workspaceId);
  const statement = { text: READ_MODEL, values: [workspaceId, known?.learnedAt ?? null] };
  const [row] = await queryPrepared<ModelRow>(
    pool(),
    {
      spam: "int4",
      good: "int4",
      learnedAt: "timestamptz",
      words: "json",
    },
    statement,
  );
  if (row && row.learnedAt.getTime() === known?.learnedAt?.getTime()) return known.model;
  const model = row?.words
    ? {
        spam: row.spam,
        good: row.good,
        words: new Map(
          Object.entries(Words.parse(row.words)).map(([word, [spam, good]]) => [
            word,
            { spam, good },
          ]),
        ),
      }
    : null;
  models.delete(workspaceId);
  models.set(workspaceId, { model, learnedAt: row?.learnedAt ?? null });
  dropOldest();
  return model;
}

/**
 * Drops the oldest models. Each counts as its number of words plus 100, so that empty ones are
 * dropped too.
 */
function dropOldest(): void {
  let words = 0;
  for (const [workspaceId, { model }] of [...models].reverse()) {
    words += 100 + (model?.words.size ?? 0);
    if (words > MAX_KEPT_WORDS) models.delete(workspaceId);
  }
}

/**
 * Returns the words that a workspace has learned, as cached in this process; null if there are too few, and undefined
 * if they must be read first.
 */
export function cachedWords({ workspaceId }: Context): WordModel | null | undefined {
  return models.get(workspaceId)?.model;
}

/** Drops a model from this process's cache; other processes reload it soon. */
export function dropModel({ workspaceId }: Context): void {
  models.delete(workspaceId);
}
