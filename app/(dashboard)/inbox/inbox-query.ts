import type { z } from "zod";
import { Id } from "#lib/core/text";
import { ListSubmissionsQuery } from "#lib/submissions/schema";

/** The inbox's state, which lives in its URL: what is listed, and which message is open. */
export const InboxQuery = ListSubmissionsQuery.omit({ limit: true }).extend({
  message: Id.optional(),
});
export type InboxQuery = z.output<typeof InboxQuery>;
