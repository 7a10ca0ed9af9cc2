import type { ActionResult } from "#components/form/action-result.ts";
import { actionResult, checkedId, revisionOf } from "#components/form/server-action.ts";
import type { Context } from "#lib/core/context";
import { SaveFormInput } from "#lib/forms/schema";
import { parseInput } from "#lib/http/parse";
import { requireActionContext } from "#lib/session/current-session";

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

/**
 * The form as its author saw it, from `serializeBase`.
 *
 * @throws {AppError} validation_failed
 */
export function parseBase(data: FormData): SaveFormInput {
  return parseInput(SaveFormInput, parsed(revisionOf(data)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
