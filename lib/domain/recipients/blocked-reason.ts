import type { z } from "zod";
import { openSet } from "#lib/core/text";

/**
 * The reason that a recipient gets no more notifications. It's described where it's used, so that it isn't a named
 * schema of the API.
 */
export const BlockedReason = openSet(["bounced", "complained"]);
export type BlockedReason = z.output<typeof BlockedReason>;
