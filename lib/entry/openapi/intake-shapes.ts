import { z } from "zod";
import { MAX_NAME_CHARACTERS, MAX_VALUE_CHARACTERS } from "#lib/core/fields/limits";
import { MAX_UPLOAD_FILES } from "#lib/core/settings/setting-shapes";
import { Id, Timestamp } from "#lib/core/text";
import { ErrorEnvelope } from "#lib/entry/http/respond";

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
  _service_page: z.string().optional().describe("Address of the page where it was written."),
  _service_title: z.string().optional().describe("Title of that page."),
  _service_referrer: z
    .string()
    .optional()
    .describe("Address of the page before, from which the visitor came. Only its host is kept."),
  "cf-turnstile-response": z
    .string()
    .optional()
    .describe("The Turnstile widget's response. Required while the widget is enabled."),
  altcha: z
    .string()
    .optional()
    .describe(
      "The solution of a challenge from `GET /f/{publicKey}/challenge`, by ALTCHA's protocol, if the form asks for its own challenge. It never rejects a submission.",
    ),
};

const Text = { type: "string", maxLength: MAX_VALUE_CHARACTERS };
const Scalar = { type: ["string", "number", "boolean", "null"], maxLength: MAX_VALUE_CHARACTERS };
const Nested = { ...Scalar, type: [...Scalar.type, "array", "object"] };

/**
 * Any field is accepted if its name and value are. Generated types only see that properties are open: a
 * schema for all of them would contradict the control fields there. `unevaluatedProperties` is for linters.
 *
 * @param names - the fields that have a schema of their own. Mock servers add them as `undefined`.
 */
function openFields(value: object, names = Object.keys(controls)) {
  return {
    additionalProperties: true,
    propertyNames: { type: "string", maxLength: MAX_NAME_CHARACTERS },
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
    description: `Field names mapped to strings, numbers, booleans, and lists and objects of those, nested up to 5 levels. Null values are ignored. ${LIMITS}`,
    ...openFields({ ...Nested, items: { ...Nested, items: {} } }),
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

/**
 * Members that indicate a success in the conventions of several services, whose scripts test for
 * them.
 */
const SUCCESS = "Always the same for a success. Scripts of websites test for it.";
const FAILURE = "Always the same for an error. Scripts of websites test for it.";

export const AcceptedSubmission = z
  .strictObject({
    ok: z.literal(true).describe(SUCCESS),
    success: z.literal(true).describe(SUCCESS),
    code: z.literal(200).describe(SUCCESS),
    status: z.literal("success").describe(SUCCESS),
    result: z.literal("success").describe(SUCCESS),
    message: z
      .string()
      .describe(
        "For the visitor, in their language: the title of the form's thank-you page, or that they have to confirm the message by email.",
      ),
    next: z
      .string()
      .meta({ format: "uri" })
      .describe("URL of the next page: the form's `redirectUrl`, or our thank-you page."),
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

export const SubmissionError = ErrorEnvelope.extend({
  ok: z.literal(false).describe(FAILURE),
  success: z.literal(false).describe(FAILURE),
  code: z.int().min(400).max(599).describe("The HTTP status."),
  status: z.literal("error").describe(FAILURE),
  result: z.literal("error").describe(FAILURE),
  message: z
    .string()
    .describe("For the visitor, in their language: what's wrong, and what they can do."),
  errors: z
    .array(
      z.strictObject({
        field: z.string().optional().describe("Name of the field. Absent if it's no single field."),
        code: z.string().describe("Same as `error.code`."),
        message: z.string().describe("What's wrong, as a sentence for the visitor."),
      }),
    )
    .min(1)
    .describe("What's wrong with each field, or what's wrong at all."),
}).describe("The body of every error response to a script.");
