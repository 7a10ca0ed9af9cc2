import type { z } from "zod";
import { openSet } from "#lib/core/text";

/** The reason a recipient gets no more notifications. Described where it's used, so it isn't a named schema of the API. */
export const BlockedReason = openSet(["bounced", "complained"]);
export type BlockedReason = z.output<typeof BlockedReason>;
