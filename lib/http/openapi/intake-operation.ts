import type { ErrorCode } from "#lib/core/errors";
import { MAX_MULTIPART_BYTES, MAX_TEXT_BYTES } from "#lib/http/intake/content-type";
import { MAX_FIELD_ENTRIES, MAX_FILES } from "#lib/http/intake/parse-submission";
import type { Answer, MediaType, Operation } from "#lib/http/openapi/document-shape";
import { intakeExamples } from "#lib/http/openapi/examples/intake";
import { headerRefs } from "#lib/http/openapi/headers";
import { byStatus, describeRefusal } from "#lib/http/openapi/refusals";
import { FILE_EXTENSIONS } from "#lib/intake/file-types";

export const INTAKE_PATH = "/f/{publicKey}";
export const INTAKE_TAG = "Public intake";

/** Every code that a visitor's post can be refused with (CONTRACT section 4). */
const CODES: readonly ErrorCode[] = [
  "origin_not_allowed",
  "form_paused",
  "not_found",
  "idempotency_in_progress",
  "submission_too_large",
  "unsupported_media_type",
  "validation_failed",
  "invalid_json",
  "empty_submission",
  "too_many_fields",
  "file_type_not_allowed",
  "uploads_disabled",
  "turnstile_required",
  "turnstile_failed",
  "idempotency_key_reused",
  "rate_limited",
  "allowance_exceeded",
  "internal_error",
  "service_unavailable",
  "storage_unavailable",
];

const DESCRIPTION = `Takes a message for the form with this key. The answer leaves after the message is stored, never before.

- At most ${MAX_TEXT_BYTES / 1024} KiB as JSON or urlencoded, ${MAX_MULTIPART_BYTES / 1024 / 1024} MiB as multipart with files, of which text can be ${MAX_TEXT_BYTES / 1024} KiB in total; ${MAX_FIELD_ENTRIES} field entries and ${MAX_FILES} files (${FILE_EXTENSIONS.join(", ")}).
- A JSON object sent as \`text/plain\` counts as JSON. Text is decoded by the declared \`charset\` or the form's \`_charset_\` field, UTF-8 by default. A body with a \`Content-Encoding\` is rejected.
- 20 requests a minute per IP address and form, 120 per IP address over all forms, 600 per form.
- The response is JSON unless \`Accept\` names \`text/html\`, as browsers do when they submit a form: then it's a redirect or an HTML page. JSON bodies, \`X-Requested-With\` and an \`Accept\` that prefers \`application/json\` always get JSON. \`HX-Request: true\` (htmx) gets an HTML fragment, or \`HX-Redirect\` when the form has a \`redirectUrl\`.
- Scripts of any origin can read the response, with or without credentials, and can send any header. A form with \`allowedOrigins\` needs an exactly matching \`Origin\` header.
- A filled honeypot field gets the same response as any success; the message goes to spam.

Needs no token.`;

const INTAKE_HEADERS = ["X-Request-Id", "Cache-Control", "Access-Control-Allow-Origin"] as const;

function refusal(codes: readonly ErrorCode[]): Answer {
  const { headers, content, ...rest } = describeRefusal(codes, false);
  const html: MediaType = { schema: { type: "string" } };
  return {
    ...rest,
    headers: { ...headers, ...headerRefs("Access-Control-Allow-Origin") },
    content: { ...content, "text/html": html },
  };
}

const component = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** `POST /f/{publicKey}`, which no endpoint of the management pipeline describes. */
export function intakeOperation(): Operation {
  const form = { schema: component("SubmissionForm") };
  return {
    operationId: "submitForm",
    tags: [INTAKE_TAG],
    summary: "Send a message to a form",
    description: DESCRIPTION,
    security: [],
    parameters: [
      {
        name: "publicKey",
        in: "path",
        required: true,
        description: "The form's public key.",
        schema: { type: "string", pattern: "^[0-9A-Za-z]+$" },
        example: intakeExamples.publicKey,
      },
      {
        name: "Idempotency-Key",
        in: "header",
        required: false,
        description:
          "1-128 visible ASCII characters. The same key with the same content within 24 hours stores nothing twice and gets the first answer again.",
        schema: { type: "string", minLength: 1, maxLength: 128, pattern: "^[\\x21-\\x7e]+$" },
      },
      {
        name: "X-Requested-With",
        in: "header",
        required: false,
        description: "Any value: the response is JSON.",
        schema: { type: "string" },
      },
      {
        name: "HX-Request",
        in: "header",
        required: false,
        description: "`true`, as htmx sends it: the response is an HTML fragment.",
        schema: { type: "string" },
      },
    ],
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: component("SubmissionJson"), example: intakeExamples.body },
        "application/x-www-form-urlencoded": { ...form, example: intakeExamples.body },
        "multipart/form-data": form,
        "text/plain": {
          schema: { type: "string", description: "A JSON object, as `application/json` takes it." },
          example: JSON.stringify(intakeExamples.body),
        },
      },
    },
    responses: {
      "200": {
        description: "The message is stored; for htmx, a fragment that says so.",
        headers: headerRefs(...INTAKE_HEADERS, "Idempotent-Replayed", "HX-Redirect"),
        content: { "text/html": { schema: { type: "string" } } },
      },
      "201": {
        description: "The message is stored.",
        headers: headerRefs(...INTAKE_HEADERS, "Idempotent-Replayed"),
        content: {
          "application/json": {
            schema: component("AcceptedSubmission"),
            example: intakeExamples.accepted,
          },
        },
      },
      "303": {
        description: "The message is stored; for a plain HTML form, the page to go on to.",
        headers: headerRefs(...INTAKE_HEADERS, "Idempotent-Replayed", "Location"),
      },
      ...Object.fromEntries(
        byStatus(CODES).map(([status, codes]) => [String(status), refusal(codes)]),
      ),
    },
  };
}
