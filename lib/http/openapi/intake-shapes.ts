import { z } from "zod";
import { Id, Timestamp } from "#lib/core/text";
import { MAX_NAME_CHARACTERS, MAX_VALUE_CHARACTERS } from "#lib/http/intake/sort-entries";

const NAME_LIMIT = `Names can be at most ${MAX_NAME_CHARACTERS} characters`;
const VALUE_LIMIT = `values at most ${MAX_VALUE_CHARACTERS.toLocaleString("en")}`;

const controls = {
  _service_idempotency_key: z
    .string()
    .regex(/^[\x21-\x7e]{1,128}$/)
    .optional()
    .describe(
      "1–128 visible ASCII characters. Same as the `Idempotency-Key` header, which takes precedence.",
    ),
  "cf-turnstile-response": z
    .string()
    .optional()
    .describe("The anti-spam widget's response. Required while the widget is enabled."),
};

const Value = z.union([z.string(), z.number(), z.boolean()]);

/** A submission as JSON. The parser reads the raw text, to keep the order of fields and all digits. */
export const SubmissionJson = z
  .looseObject({
    _service_autoreply: z
      .union([z.boolean(), z.string()])
      .optional()
      .describe("`true` (string or boolean) if the visitor opts in to the auto-reply."),
    ...controls,
  })
  .catchall(z.union([Value, z.null(), z.array(z.union([Value, z.null()]))]))
  .describe(
    `Field names mapped to strings, numbers, booleans, or flat lists of those. Null values are ignored. ${NAME_LIMIT}, ${VALUE_LIMIT}. Leave the form's honeypot field empty.`,
  );

/** A submission as a browser sends it. */
export const SubmissionForm = z
  .looseObject({
    _service_autoreply: z
      .string()
      .optional()
      .describe("`true` if the visitor opts in to the auto-reply."),
    ...controls,
  })
  .catchall(z.union([z.string(), z.array(z.string())]))
  .describe(
    `Field names and values. Repeated names become a list. ${NAME_LIMIT}, ${VALUE_LIMIT}. Leave the form's honeypot field empty.`,
  );

export const AcceptedSubmission = z
  .strictObject({
    data: z
      .strictObject({
        id: Id.describe("UUID of the submission."),
        receivedAt: Timestamp.describe(
          "When the submission was stored, in Unix epoch milliseconds.",
        ),
      })
      .describe("The stored submission."),
  })
  .describe(
    "Confirms that the submission was stored. A repeat with the same idempotency key returns the first response.",
  );
