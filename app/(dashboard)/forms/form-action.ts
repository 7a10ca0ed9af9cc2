import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { ActionResult } from "#components/form/action-result.ts";
import { actionResult, checkedId } from "#components/form/server-action.ts";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { requireActionContext } from "#lib/entry/account/current-session";
import { parseInput } from "#lib/entry/http/parse";

type OnForm<T> = (ctx: Context, formId: string) => Promise<T>;

/**
 * Runs a server action on a form.
 *
 * @param data - the submitted form; null for a button without one
 * @param readRevision - see `actionResult`
 */
export function actionOnForm<T>(
  formId: string,
  data: FormData | null,
  run: OnForm<T>,
  readRevision?: OnForm<string | null>,
): Promise<ActionResult<T>> {
  const onForm = async <R>(use: OnForm<R>) => use(await requireActionContext(), checkedId(formId));
  return actionResult(data, () => onForm(run), readRevision && (() => onForm(readRevision)));
}

type Revised = { revision: string | null };

/**
 * Saves the content of an editor. Never overwrites what the user hasn't seen: a conflict contains the
 * currently saved revision.
 */
export function saveRevised<I extends Revised, S extends Revised>(
  formId: string,
  given: unknown,
  {
    schema,
    save,
    read,
  }: {
    schema: z.ZodType<I>;
    save: (ctx: Context, formId: string, input: I) => Promise<S>;
    read: OnForm<S>;
  },
): Promise<ActionResult<S>> {
  const run = async (ctx: Context, id: string) => {
    const input = parseInput(schema, given);
    try {
      return await save(ctx, id, input);
    } catch (failure) {
      if (!(failure instanceof AppError && failure.code === "revision_conflict")) throw failure;
      const saved = await read(ctx, id);
      // If a response was lost, the content is already saved.
      const isSaved = isDeepStrictEqual({ ...saved, revision: null }, { ...input, revision: null });
      if (isSaved) return saved;
      throw failure;
    }
  };
  return actionOnForm(formId, null, run, async (ctx, id) => (await read(ctx, id)).revision);
}

/** A value that was sent as JSON, for a schema to check; null if it isn't JSON. */
export function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
