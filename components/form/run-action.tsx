import { unstable_rethrow } from "next/navigation";
import { type FormState, IDLE } from "#components/form/form-state";

const NO_ANSWER =
  "No answer came, so nobody knows whether it was done. Check your connection, and look before you try again.";

/**
 * Runs an action from a browser. An answer that is lost on its way is a refusal like any other: the
 * page, and all that was typed in it, stays.
 */
export async function runAction(run: () => Promise<FormState>): Promise<FormState> {
  try {
    return await run();
  } catch (failure) {
    unstable_rethrow(failure);
    return { ...IDLE, status: "refused", message: NO_ANSWER };
  }
}
