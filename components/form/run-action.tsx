import { unstable_rethrow } from "next/navigation";
import { type FormState, IDLE } from "#components/form/form-state";

const NO_ANSWER =
  "No answer came, so nobody knows whether it was done. Check your connection, and look before you try again.";

/** For what has one effect, however often it is sent. */
export const NO_ANSWER_ONCE =
  "No answer came. Check your connection and send it again: it is done once, however often you send it.";

/**
 * Runs an action from a browser. An answer that is lost on its way is a refusal like any other: the
 * page, and all that was typed in it, stays.
 *
 * @param noAnswer - what to say then
 */
export async function runAction(
  run: () => Promise<FormState>,
  noAnswer = NO_ANSWER,
): Promise<FormState> {
  try {
    return await run();
  } catch (failure) {
    unstable_rethrow(failure);
    return { ...IDLE, status: "refused", message: noAnswer };
  }
}
