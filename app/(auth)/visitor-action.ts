import { headers } from "next/headers";
import type { ActionOutcome } from "#components/form/action-result.ts";
import { actionResult } from "#components/form/server-action.ts";
import { callerOf } from "#lib/core/client-address";
import type { Caller } from "#lib/core/context";
import { requireSameOrigin } from "#lib/session/current-session";

/** Runs an action of someone who may not be signed in. */
export function visitorAction(data: FormData, run: (caller: Caller) => Promise<ActionOutcome>) {
  return actionResult(data, async () => {
    await requireSameOrigin();
    return run(callerOf({ headers: await headers() }, new Date()));
  });
}
