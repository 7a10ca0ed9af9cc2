import { z } from "zod";
import { Id, Timestamp } from "#lib/core/text";
import { MAX_NAME_CHARACTERS, MAX_VALUE_CHARACTERS } from "#lib/http/intake/sort-entries";

const NAME_LIMIT = `Names have at most ${MAX_NAME_CHARACTERS} characters`;
const VALUE_LIMIT = `values at most ${MAX_VALUE_CHARACTERS.toLocaleString("en")}`;

const controls = {
  _service_idempotency_key: z
    .string()
    .regex(/^[\x21-\x7e]{1,128}$/)
    .optional()
    .describe(
      "1-128 visible ASCII characters; the same as the header `Idempotency-Key`, which wins over it.",
    ),
  "cf-turnstile-response": z
    .string()
    .optional()
    .describe("The response of the form's anti-spam widget; needed while one is enabled."),
};

const Value = z.union([z.string(), z.number(), z.boolean()]);

/** A visitor's fields as JSON. The parser reads the text itself, to keep order and digits. */
export const SubmissionJson = z
  .looseObject({
    _service_autoreply: z
      .union([z.boolean(), z.string()])
      .optional()
      .describe("`true` (as text or boolean): the visitor wants the automatic reply."),
    ...controls,
  })
  .catchall(z.union([Value, z.null(), z.array(z.union([Value, z.null()]))]))
  .describe(
    `Field names with text, numbers, booleans or flat lists of those; null is left out. ${NAME_LIMIT}, ${VALUE_LIMIT}. The form's honeypot field must stay empty.`,
  );

/** A visitor's fields as a browser sends them. */
export const SubmissionForm = z
  .looseObject({
    _service_autoreply: z
      .string()
      .optional()
      .describe("`true`: the visitor wants the automatic reply."),
    ...controls,
  })
  .catchall(z.union([z.string(), z.array(z.string())]))
  .describe(
    `Field names with values; a repeated name becomes a list. ${NAME_LIMIT}, ${VALUE_LIMIT}. The form's honeypot field must stay empty.`,
  );

export const AcceptedSubmission = z
  .strictObject({
    data: z
      .strictObject({
        id: Id.describe("UUID of the stored message."),
        receivedAt: Timestamp.describe("When it was stored, in Unix epoch milliseconds."),
      })
      .describe("What was stored."),
  })
  .describe("The message is stored. A repeat by the same key gets the first answer again.");
