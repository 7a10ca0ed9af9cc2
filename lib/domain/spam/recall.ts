import { z } from "zod";
import { pool } from "#lib/adapters/db/database";
import { queryPrepared } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
import { singleton } from "#lib/core/singleton";
import { log } from "#lib/core/telemetry/log";
import type { FormPast, Traits } from "#lib/domain/spam/judge";
import { Judgment } from "#lib/domain/spam/judgment";
import {
  DigestMemory,
  FormMemory,
  KEPT_DIGESTS,
  KEPT_TRAITS,
  SAME_TEXT_HERE_MS,
  type SeenDigest,
} from "#lib/domain/spam/past";
import { cachedWords, readWords } from "#lib/domain/spam/word-model";
import type { WordModel } from "#lib/domain/spam/words";

/** How often data from other processes' messages is read again. */
const FRESH_MS = 30_000;
const MAX_FORMS = 1_000;
const MAX_WORKSPACES = 300;

type Remembered = { form: FormMemory; readAt: number };

/** The judge's memory, by form and by workspace. Each message that is accepted here is added. */
const forms = singleton("spam-forms", () => new Map<string, Remembered>());
const digests = singleton("spam-digests", () => new Map<string, DigestMemory>());
/** Reads that are running, so that simultaneous first messages share one. */
const reads = singleton("spam-reads", () => new Map<string, Promise<Remembered>>());

/**
 * SQL for a form's latest messages in a folder (`traitsIn`), and for a workspace's of the last day
 * (`seenIn`).
 */
const traitsIn = (folder: string) => `(
    SELECT judgment, is_suspected, received_at FROM submissions
    WHERE workspace_id = $1::uuid AND form_id = $2::uuid AND folder = '${folder}'
    ORDER BY received_at DESC, id DESC LIMIT ${KEPT_TRAITS})`;
const seenIn = (folder: string) => `(
    SELECT judgment ->> 'digest' AS digest, form_id, received_at FROM submissions
    WHERE workspace_id = $1::uuid AND folder = '${folder}' AND received_at > $3::timestamptz
    ORDER BY received_at DESC, id DESC LIMIT ${KEPT_DIGESTS})`;

const READ_PAST = `
SELECT coalesce((
    SELECT json_agg(judgment ORDER BY received_at) FILTER (WHERE judgment IS NOT NULL AND NOT is_suspected)
    FROM (${traitsIn("inbox")} UNION ALL ${traitsIn("archive")} ORDER BY received_at DESC LIMIT ${KEPT_TRAITS}) t
  ), '[]') AS traits,
  coalesce((
    SELECT json_agg(json_build_object('digest', digest, 'formId', form_id,
      'at', (extract(epoch FROM received_at) * 1000)::bigint) ORDER BY received_at) FILTER (WHERE digest IS NOT NULL)
    FROM (${seenIn("inbox")} UNION ALL ${seenIn("archive")} UNION ALL ${seenIn("spam")}) d
  ), '[]') AS seen`;

const Past = z.object({
  traits: z.array(Judgment.omit({ signals: true })),
  seen: z.array(z.object({ digest: z.string(), formId: z.string(), at: z.number() })),
});

function keep<Value>(map: Map<string, Value>, key: string, value: Value, max: number): void {
  map.delete(key);
  const oldest = map.size >= max ? map.keys().next().value : undefined;
  if (oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}

async function readPast(ctx: Context, formId: string): Promise<Remembered> {
  const { workspaceId, now } = ctx;
  const values = [workspaceId, formId, new Date(now.getTime() - SAME_TEXT_HERE_MS)];
  const statement = { text: READ_PAST, values };
  const [row] = await queryPrepared<{ traits: unknown; seen: unknown }>(
    pool(),
    {
      traits: "json",
      seen: "json",
    },
    statement,
  );
  const { traits, seen } = Past.parse(row);
  const remembered = { form: new FormMemory(traits), readAt: now.getTime() };
  keep(forms, formId, remembered, MAX_FORMS);
  keep(digests, workspaceId, new DigestMemory(seen), MAX_WORKSPACES);
  return remembered;
}

function readPastOnce(ctx: Context, formId: string): Promise<Remembered> {
  const running = reads.get(formId);
  if (running) return running;
  const read = readPast(ctx, formId).finally(() => reads.delete(formId));
  reads.set(formId, read);
  return read;
}

export type RecalledForm = {
  form: FormPast;
  countSame: (digest: string) => { elsewhere: number; here: number };
  words: WordModel | null;
};

function recalledForm(
  { workspaceId, now }: Context,
  formId: string,
  { form }: Remembered,
  words: WordModel | null,
): RecalledForm {
  const countSame = (digest: string) =>
    digests.get(workspaceId)?.count(digest, formId, now.getTime()) ?? { elsewhere: 0, here: 0 };
  return { form: form.past, countSame, words };
}

/**
 * Returns the form's past for the judge. It's only read from the database for the form's first message in this
 * process.
 */
export function recallForm(ctx: Context, formId: string): RecalledForm | Promise<RecalledForm> {
  const known = digests.has(ctx.workspaceId) ? forms.get(formId) : undefined;
  const words = cachedWords(ctx);
  if (known && words !== undefined) return recalledForm(ctx, formId, known, words);
  return Promise.all([
    known ?? readPastOnce(ctx, formId),
    words === undefined ? readWords(ctx) : words,
  ]).then((read) => recalledForm(ctx, formId, ...read));
}

/**
 * Remembers a message's digest while it's being stored. Call it in the same step as the judge, so that one of two
 * simultaneous messages sees the other.
 *
 * @returns call it once it's known whether the message was stored
 */
export function rememberDigest(
  { workspaceId, now }: Context,
  formId: string,
  traits: Traits,
): (isStored: boolean, isSuspected: boolean) => void {
  const memory = digests.get(workspaceId);
  const seen: SeenDigest | null =
    traits.digest === null ? null : { digest: traits.digest, formId, at: now.getTime() };
  if (seen) memory?.add(seen);
  return (isStored, isSuspected) => {
    if (!isStored && seen) memory?.remove(seen);
    // Suspected messages don't define what is usual.
    if (isStored && !isSuspected) forms.get(formId)?.form.add(traits);
  };
}

/**
 * Reads what other processes have accepted and learned, if the last time was long ago. Call it after the response.
 */
export async function refreshRecall(ctx: Context, formId: string): Promise<void> {
  const known = forms.get(formId);
  if (known && ctx.now.getTime() - known.readAt < FRESH_MS) return;
  if (known) known.readAt = ctx.now.getTime();
  try {
    await Promise.all([readPast(ctx, formId), readWords(ctx)]);
  } catch (err) {
    log().warn({ err, formId }, "what the spam filter remembers wasn't refreshed");
  }
}

/** Clears this process's memory, as if it had just started. */
export function forgetRecalled(): void {
  forms.clear();
  digests.clear();
}
