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
import { refreshWords, wordModel } from "#lib/domain/spam/word-model";
import type { WordModel } from "#lib/domain/spam/words";

/** How often data from other processes' messages is read again. */
const FRESH_MS = 30_000;
const MAX_FORMS = 1_000;
const MAX_WORKSPACES = 300;

type Remembered = { form: FormMemory; readAt: number };

/** The judge's memory, by form and by workspace. Each message that is accepted here is added. */
const forms = singleton("spam-forms", () => new Map<string, Remembered>());
const digests = singleton("spam-digests", () => new Map<string, DigestMemory>());

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

export type RecalledForm = {
  form: FormPast;
  countSame: (digest: string) => { elsewhere: number; here: number };
  words: WordModel | null;
};

/**
 * Returns the form's past for the judge. It's only read from the database for the form's first message in this
 * process.
 */
export async function recallForm(ctx: Context, formId: string): Promise<RecalledForm> {
  const known = digests.has(ctx.workspaceId) ? forms.get(formId) : undefined;
  const [{ form }, words] = await Promise.all([known ?? readPast(ctx, formId), wordModel(ctx)]);
  const countSame = (digest: string) =>
    digests.get(ctx.workspaceId)?.count(digest, formId, ctx.now.getTime()) ?? {
      elsewhere: 0,
      here: 0,
    };
  return { form: form.past, countSame, words };
}

/**
 * Remembers a message's digest while it's being stored, so that one of two simultaneous messages sees
 * the other.
 *
 * @returns call it with whether the message was stored
 */
export function rememberDigest(
  { workspaceId, now }: Context,
  formId: string,
  traits: Traits,
  isSuspected: boolean,
): (isStored: boolean) => void {
  const memory = digests.get(workspaceId);
  const seen: SeenDigest | null =
    traits.digest === null ? null : { digest: traits.digest, formId, at: now.getTime() };
  if (seen) memory?.add(seen);
  return (isStored) => {
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
    await Promise.all([readPast(ctx, formId), refreshWords(ctx)]);
  } catch (err) {
    log().warn({ err, formId }, "what the spam filter remembers wasn't refreshed");
  }
}

/** Clears this process's memory, as if it had just started. */
export function forgetRecalled(): void {
  forms.clear();
  digests.clear();
}
