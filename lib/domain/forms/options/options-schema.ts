import { z } from "zod";
import { GivenRevision, Revision } from "#lib/core/revision";
import { Timestamp, TimestampInput, TrimmedText } from "#lib/core/text";

/** How a form answers scripts: with JSON, or with the text `OK` or the error's message. */
export const ScriptAnswer = z.enum(["json", "text"], { error: "must be json or text" });
export type ScriptAnswer = z.output<typeof ScriptAnswer>;

const OPENS_AT =
  "When the form opens, in Unix epoch milliseconds. Earlier submissions are rejected with 403 `form_closed`. Null for no limit.";
const CLOSES_AT =
  "When the form closes, in Unix epoch milliseconds. Later submissions are rejected with 403 `form_closed`. Null for no limit.";

const members = {
  maxSubmissions: z
    .int("must be a whole number")
    .min(1, "must be 1 to 1,000,000")
    .max(1_000_000, "must be 1 to 1,000,000")
    .nullable()
    .describe(
      "How many submissions the form has room for, 1–1,000,000: those in its inbox and archive, and those that wait for their visitor. Spam doesn't count. Once it's full, it's closed, until one is deleted or moved to spam. Null for no limit.",
    ),
  closedText: TrimmedText(1, 500)
    .nullable()
    .describe(
      "What visitors read while the form is closed, 1–500 characters. Null for ours in the visitor's language.",
    ),
  keepContext: z
    .boolean("must be true or false")
    .describe("Whether submissions keep where they were written."),
  attachFiles: z
    .boolean("must be true or false")
    .describe(
      "Whether notification emails have the files of a submission attached, up to 5 MB in total. Beyond that they're linked.",
    ),
  scriptAnswer: ScriptAnswer.describe(
    "How the form responds to scripts: with JSON, or with the text `OK` or the error's message. Scripts that ask for JSON always get it.",
  ),
};

export const Options = z
  .strictObject({
    revision: Revision,
    opensAt: Timestamp.nullable().describe(OPENS_AT),
    closesAt: Timestamp.nullable().describe(CLOSES_AT),
    ...members,
  })
  .describe("When a form is open, and what happens to its submissions.");
export type Options = z.output<typeof Options>;

type Times = { opensAt?: number | null | undefined; closesAt?: number | null | undefined };

/** Requires that the opening time comes before the closing time, if both are given. */
export function inOrder<S extends z.ZodType<Times>>(schema: S): S {
  return schema.refine(({ opensAt, closesAt }) => (opensAt ?? -Infinity) < (closesAt ?? Infinity), {
    path: ["closesAt"],
    message: "must be after opensAt",
  });
}

/** All options, without a revision. */
export const OptionsInput = inOrder(
  z.strictObject({
    opensAt: TimestampInput.nullable().describe(OPENS_AT),
    closesAt: TimestampInput.nullable().describe(CLOSES_AT),
    ...members,
  }),
);

export const SaveOptionsInput = inOrder(
  z.strictObject({ revision: GivenRevision, ...OptionsInput.shape }),
).describe("All options, with the revision you last read.");
export type SaveOptionsInput = z.output<typeof SaveOptionsInput>;

/** The options of a form until someone saves them. */
export const UNSAVED_OPTIONS: Options = {
  revision: null,
  opensAt: null,
  closesAt: null,
  maxSubmissions: null,
  closedText: null,
  keepContext: true,
  attachFiles: false,
  scriptAnswer: "json",
};
