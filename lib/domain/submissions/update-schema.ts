import { z } from "zod";
import { Id } from "#lib/core/text";
import { Folder } from "#lib/domain/submissions/schema";

const NotSuspected = z
  .literal(false, "must be false")
  .describe(
    "Send `false` to say that it isn't spam: it's no longer marked, its sender's messages aren't judged anymore, and the filter learns from it.",
  );

const changes = {
  folder: Folder,
  read: z.boolean("must be true or false").describe("Whether it has been read."),
  suspected: NotSuspected,
  answered: z
    .boolean("must be true or false")
    .describe(
      "Whether it was answered. `true` keeps the time of one that was answered before. Its sender's messages aren't judged anymore.",
    ),
  assigneeId: Id.nullable().describe(
    "UUID of the member it's assigned to, or null. The member gets an email unless it's their own doing.",
  ),
};

const NOTHING = "must include at least one of folder, read, suspected, answered, assigneeId";
const REQUIRED =
  "At least one of `folder`, `read`, `suspected`, `answered`, and `assigneeId` is required.";

export const UpdateSubmissionInput = z
  .strictObject(changes)
  .partial()
  .refine((input) => Object.keys(input).length > 0, NOTHING)
  .meta({ description: REQUIRED, minProperties: 1 });
export type UpdateSubmissionInput = z.output<typeof UpdateSubmissionInput>;

export const UpdateSubmissionsInput = z
  .strictObject({
    ids: z
      .array(Id)
      .min(1, "must have at least 1 ID")
      .max(100, "must have at most 100 IDs")
      .describe("UUIDs of the submissions."),
    ...z.object(changes).partial().shape,
  })
  .refine(
    ({ ids: _, ...given }) => Object.values(given).some((value) => value !== undefined),
    NOTHING,
  )
  .meta({ description: REQUIRED, minProperties: 2 });
export type UpdateSubmissionsInput = z.output<typeof UpdateSubmissionsInput>;

export const UpdatedSubmissions = z
  .strictObject({
    updated: z.array(Id).describe("UUIDs of the updated submissions."),
    notFound: z.array(Id).describe("UUIDs that are unknown or belong to another workspace."),
  })
  .describe("Which submissions were updated.");
export type UpdatedSubmissions = z.output<typeof UpdatedSubmissions>;

/** The suppressed deliveries to send when a message leaves spam; not part of `/v1`. */
export const MarkNotSpamInput = z.strictObject({
  folder: z.enum(["inbox", "archive"], { error: "must be inbox or archive" }).default("inbox"),
  email: z.boolean("must be true or false").default(false),
  event: z.boolean("must be true or false").default(false),
});
export type MarkNotSpamInput = z.output<typeof MarkNotSpamInput>;
