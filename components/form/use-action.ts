"use client";

import { unstable_rethrow } from "next/navigation";
import { type ActionResult, toActionError } from "#components/form/action-result.ts";
import { askForProof } from "#components/form/proof.ts";
import { toast } from "#components/ui/toast.ts";
import { usePending } from "#components/ui/use-pending.ts";
import { NOTHING_CHANGED } from "#lib/core/refused-action";

const CONNECTION_LOST =
  "We lost the connection and can’t tell if this went through. Check before retrying.";

/** The message for actions that are safe to repeat. */
export const CONNECTION_LOST_SAFE =
  "We lost the connection. It’s safe to try again: this won’t be done twice.";

/** Returns the server’s message if it rejected an action before running it, or null. */
function refusalOf(failure: unknown): string | null {
  const { message } = failure instanceof Error ? failure : { message: "" };
  return message.startsWith(NOTHING_CHANGED) ? message.slice(NOTHING_CHANGED.length) : null;
}

/**
 * Calls a server action. A lost response is an error like any other, so the page and all typed text
 * are kept. If the action needs a recent proof of identity, asks for one and repeats it.
 */
export async function callAction<T>(
  action: () => Promise<ActionResult<T>>,
  lostMessage = CONNECTION_LOST,
): Promise<ActionResult<T>> {
  try {
    const result = await action();
    const needsProof = !result.ok && result.error.needsProof === true;
    return needsProof && (await askForProof()) ? await action() : result;
  } catch (failure) {
    unstable_rethrow(failure);
    return toActionError(refusalOf(failure) ?? lostMessage);
  }
}

/** Returns the text of a toast about a result. */
export function messageOf(result: ActionResult): string | null {
  return result.ok ? (result.value.message ?? null) : result.error.message;
}

/** Runs one action at a time for a button without a form, and shows its result in a toast. */
export function useAction(action: () => Promise<ActionResult>) {
  return usePending(async () => {
    const message = messageOf(await callAction(action));
    if (message) toast(message);
  });
}
