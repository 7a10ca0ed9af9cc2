import { z } from "zod";
import { MAX_UPLOAD_FILES } from "#lib/core/settings/setting-shapes";
import { Id, Timestamp } from "#lib/core/text";
import { MAX_NAME_CHARACTERS, MAX_VALUE_CHARACTERS } from "#lib/domain/intake/limits";

const LIMITS = `Names can be at most ${MAX_NAME_CHARACTERS} characters, values at most ${MAX_VALUE_CHARACTERS.toLocaleString("en")}. Leave the form's honeypot field empty.`;

const controls = {
  _service_autoreply: z
    .string()
    .optional()
    .describe("`true` if the visitor opts in to the auto-reply."),
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
    .describe("The Turnstile widget's response. Required while the widget is enabled."),
};

const Text = { type: "string", maxLength: MAX_VALUE_CHARACTERS };
const Scalar = { type: ["string", "number", "boolean", "null"], maxLength: MAX_VALUE_CHARACTERS };

/**
 * Any field is accepted if its name and value are. Generated types only see that properties are open: a
 * schema for all of them would contradict the control fields there. `unevaluatedProperties` is for linters.
 *
 * @param names - the fields that have a schema of their own. Mock servers add them as `undefined`.
 */
function openFields(value: object, names = Object.keys(controls)) {
  return {
    additionalProperties: true,
    propertyNames: {
      type: "string",
      minLength: 1,
      maxLength: MAX_NAME_CHARACTERS,
      pattern: "[^\\x00]",
    },
    if: { unevaluatedProperties: true },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      patternProperties: { [`^(?!(${names.join("|")})$)`]: value },
      unevaluatedProperties: true,
    },
  };
}

/** A submission as JSON. The parser reads the raw text, to keep the order of fields and all digits. */
export const SubmissionJson = z
  .looseObject({
    ...controls,
    _service_autoreply: z
      .union([z.boolean(), z.string()])
      .optional()
      .describe("`true` (string or boolean) if the visitor opts in to the auto-reply."),
  })
  .meta({
    description: `Field names mapped to strings, numbers, booleans, or flat lists of those. Null values are ignored. ${LIMITS}`,
    ...openFields({ ...Scalar, type: [...Scalar.type, "array"], items: Scalar }),
  });

const REPEATED = "Repeated names become a list.";

/** A submission as a browser sends it. */
export const SubmissionForm = z.looseObject(controls).meta({
  description: `Field names and values. ${REPEATED} ${LIMITS}`,
  ...openFields({ ...Text, type: ["string", "array"], items: Text }),
});

/** A submission as a browser sends it if the form has a file input. */
export const SubmissionMultipart = z
  .looseObject({
    ...controls,
    attachments: z
      .array(z.unknown().meta({ type: "string", format: "binary" }))
      .max(MAX_UPLOAD_FILES)
      .optional()
      .describe(
        `Files. Any other field name works, too. At most ${MAX_UPLOAD_FILES} in total, unless the service has a lower limit.`,
      ),
  })
  .meta({
    description: `Field names with values or files. ${REPEATED} ${LIMITS}`,
    ...openFields({ ...Text, type: ["string", "array"], items: { type: "string" } }, [
      ...Object.keys(controls),
      "attachments",
    ]),
  });

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
