import { type ActionResult, toActionError } from "#components/form/action-result.ts";
import { FetchError } from "#components/shell/fetch-json.ts";

export const UNREACHABLE = "Couldn’t reach the service.";

/** Runs an action of the inbox; its errors have messages that can be shown. */
export async function requireValue<T>(run: () => Promise<ActionResult<T>>): Promise<T> {
  const result = await run().catch(() => toActionError(UNREACHABLE));
  if (!result.ok) throw new Error(result.error.message ?? UNREACHABLE);
  return result.value;
}

export function describeFailure(failure: unknown): string {
  return failure instanceof Error && !(failure instanceof FetchError)
    ? failure.message
    : UNREACHABLE;
}
