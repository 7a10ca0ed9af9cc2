import type { z } from "zod";
import { Id } from "#lib/core/text";
import { ListSubmissionsQuery } from "#lib/submissions/schema";

/** The whole state of the inbox is in its address: what is listed, and which message is open. */
export const InboxQuery = ListSubmissionsQuery.omit({ limit: true }).extend({
  message: Id.optional(),
});
export type InboxQuery = z.output<typeof InboxQuery>;
