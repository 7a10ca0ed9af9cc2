import { z } from "zod";
import { GivenRevision, Revision } from "#lib/core/revision";

export const SPAM_FILTERS = ["off", "watch", "move"] as const;
export type SpamFilterMode = (typeof SPAM_FILTERS)[number];

const filter = z
  .enum(SPAM_FILTERS, { error: "must be off, watch, or move" })
  .describe(
    "`watch` delivers all messages and marks those that look like spam. `move` puts what is judged as spam in the spam folder, and no one is notified. `off` doesn't judge messages by their content.",
  );
const challenge = z
  .boolean("must be true or false")
  .describe(
    "Whether pages ask visitors' browsers to solve this service's own challenge. It never rejects a submission: a missing or wrong solution is a sign of spam.",
  );

export const SpamFilter = z
  .strictObject({ revision: Revision, filter, challenge })
  .describe("How the content of a form's messages is judged.");
export type SpamFilter = z.output<typeof SpamFilter>;

export const SaveSpamFilterInput = z
  .strictObject({ revision: GivenRevision, filter, challenge })
  .describe("The whole configuration, with the revision you last read.");
export type SaveSpamFilterInput = z.output<typeof SaveSpamFilterInput>;

/** The spam filter of a form until someone saves it. */
export const UNSAVED_FILTER: SpamFilter = { revision: null, filter: "watch", challenge: false };
