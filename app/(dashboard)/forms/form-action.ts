import type { ActionResult } from "#components/form/action-result";
import { actionResult } from "#components/form/server-action";
import type { Context } from "#lib/core/context";
import { requireActionContext } from "#lib/session/current-session";
import { checkedId } from "../action-id";

type OnForm<T> = (ctx: Context, formId: string) => Promise<T>;

/**
 * Runs a server action on a form.
 *
 * @param data - the submitted form; null for a button without one
 * @param readRevision - see `actionResult`
 */
export function formAction<T>(
  formId: string,
  data: FormData | null,
  run: OnForm<T>,
  readRevision?: OnForm<string | null>,
): Promise<ActionResult<T>> {
  const onForm = async <R>(use: OnForm<R>) => use(await requireActionContext(), checkedId(formId));
  return actionResult(data, () => onForm(run), readRevision && (() => onForm(readRevision)));
}
