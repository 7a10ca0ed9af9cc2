import type { ErrorCode } from "#lib/core/errors";
import {
  MAX_FIELD_ENTRIES,
  MAX_FILES,
  MAX_MULTIPART_BYTES,
  MAX_TEXT_BYTES,
} from "#lib/http/intake/read-visit-body";
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

- At most ${MAX_TEXT_BYTES / 1024} KiB as JSON or urlencoded, ${MAX_MULTIPART_BYTES / 1024 / 1024} MiB as multipart with files; ${MAX_FIELD_ENTRIES} field entries and ${MAX_FILES} files (${FILE_EXTENSIONS.join(", ")}).
- 20 requests a minute per IP address and form, 600 per form.
- The answer is JSON when the body is JSON, \`Accept\` names \`application/json\` or \`X-Requested-With\` is set; otherwise a redirect or an HTML page.
- A form with \`allowedOrigins\` needs an exactly matching \`Origin\` header.
- A filled honeypot field is answered like any success; the message goes to spam.

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
        description: "Any value: the answer is JSON.",
        schema: { type: "string" },
      },
    ],
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: component("SubmissionJson"), example: intakeExamples.body },
        "application/x-www-form-urlencoded": { ...form, example: intakeExamples.body },
        "multipart/form-data": form,
      },
    },
    responses: {
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
