import { countOf } from "#lib/core/count";
import type { ErrorCode } from "#lib/core/errors";
import type { Settings } from "#lib/core/settings/settings";
import { FILE_EXTENSIONS } from "#lib/domain/intake/file-types";
import { MAX_FIELD_ENTRIES, MAX_TEXT_BYTES } from "#lib/domain/intake/limits";
import { SVELTEKIT_ACTION } from "#lib/entry/intake/sveltekit-response";
import { intakeExamples } from "#lib/entry/management/contracts/examples/example";
import type {
  MediaType,
  Operation,
  Parameter,
  ResponseObject,
  Schema,
} from "#lib/entry/openapi/document-shape";
import { byStatus, describeErrors } from "#lib/entry/openapi/error-responses";
import { EVERY_RESPONSE, headerRefs } from "#lib/entry/openapi/headers";

export const INTAKE_PATH = "/f/{publicKey}";
export const INTAKE_TAG = "Public intake";

/** Every code that a rejected submission can have. */
export const INTAKE_CODES: readonly ErrorCode[] = [
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

export type UploadLimits = Pick<Settings, "uploadLimitMb" | "uploadFiles">;

const describeIntake = ({
  uploadLimitMb,
  uploadFiles,
}: UploadLimits) => `Accepts a submission for the form with this public key. We respond only after the submission is stored.

- Size: up to ${MAX_TEXT_BYTES / 1024} KiB as JSON or urlencoded, or ${uploadLimitMb} MiB as multipart with at most ${MAX_TEXT_BYTES / 1024} KiB of text. Up to ${MAX_FIELD_ENTRIES} field entries and ${countOf(uploadFiles, "file")} (${FILE_EXTENSIONS.join(", ")}), unless the form accepts fewer types.
- Encoding: text is decoded with the declared \`charset\` or the form's \`_charset_\` field, UTF-8 by default. A JSON object sent as \`text/plain\` is read as JSON. Compressed bodies are rejected.
- Rate limits: 20 requests per minute for each IP address and form, 120 for each IP address across all forms, and 600 for each form.
- Response: JSON, unless \`Accept\` includes \`text/html\`, as it does when a browser submits a form. Then it's a redirect or an HTML page. JSON bodies, \`X-Requested-With\`, and an \`Accept\` that prefers \`application/json\` always get JSON. \`HX-Request: true\` (htmx) gets an HTML fragment. If the form has a \`redirectUrl\`, JSON responses and fragments name it in \`HX-Redirect\`. \`X-SvelteKit-Action: true\` gets a result that \`use:enhance\` understands.
- CORS: scripts from any origin can send any header and read the response, with or without credentials. If the form has \`allowedOrigins\`, the \`Origin\` header must match one exactly.
- Fields: if the form has a list of fields, values must fit it. Otherwise it's a 422 \`validation_failed\` with one entry in \`details\` per field and its name as \`path\`, unless the form marks such values. Fields that aren't in the list are accepted, dropped, or rejected, as the form says.
- Spam: if a honeypot field is filled in, or the form catches a blocked sender or word, the response is the same as for any success, but the submission goes to spam without its files.
- Duplicates: an HTML form that's submitted twice within 15 seconds, with the same content from the same IP address and without an idempotency key, is stored once.
- Fields of other form services: \`_gotcha\`, \`_honey\`, and \`bot-field\` are honeypots too. Replies go to \`_replyto\`, \`_reply_to\`, or \`replyto\` if no \`email\` field contains a valid address. \`_subject\` is added to the notification's subject, up to 150 characters. \`_next\` or \`_redirect\` replaces the \`redirectUrl\` if its origin is one of the \`allowedOrigins\`. \`form-name\`, \`access_key\`, \`_captcha\`, \`_template\`, \`_format\`, and \`_language\` have no effect and aren't stored.

Doesn't require a token.`;

const CORS_HEADERS = [
  "Vary",
  "Access-Control-Allow-Origin",
  "Access-Control-Allow-Credentials",
  "Access-Control-Expose-Headers",
] as const;

const ACCEPTED_HEADERS = [...EVERY_RESPONSE, ...CORS_HEADERS, "Idempotent-Replayed"] as const;

const HTML_CONTENT: Record<string, MediaType> = { "text/html": { schema: { type: "string" } } };
const ACTION_CONTENT: Record<string, MediaType> = {
  [SVELTEKIT_ACTION]: { schema: { type: "string", description: "SvelteKit's `ActionResult`." } },
};

function rejection(codes: readonly ErrorCode[]): ResponseObject {
  const { headers, content, ...rest } = describeErrors(codes, false);
  const added = headerRefs(...CORS_HEADERS, "Content-Security-Policy");
  return {
    ...rest,
    headers: { ...headers, ...added },
    content: { ...content, ...HTML_CONTENT, ...ACTION_CONTENT },
  };
}

const component = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function optionalHeader(
  name: string,
  description: string,
  schema: Schema = { type: "string", pattern: "^[\\x21-\\x7e]*$" },
): Parameter {
  return { name, in: "header", required: false, description, schema };
}

/** `POST /f/{publicKey}`, which isn't part of the management pipeline. */
export function intakeOperation(limits: UploadLimits): Operation {
  return {
    operationId: "submitForm",
    tags: [INTAKE_TAG],
    summary: "Create a submission",
    description: describeIntake(limits),
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
      optionalHeader(
        "Idempotency-Key",
        "1–128 visible ASCII characters. Sending the same key and content again within 24 hours returns the first response and doesn't create a duplicate.",
        { type: "string", minLength: 1, maxLength: 128, pattern: "^[\\x21-\\x7e]+$" },
      ),
      optionalHeader("X-Requested-With", "If present, the response is JSON."),
      optionalHeader("HX-Request", "Set to `true` by htmx. The response is then an HTML fragment."),
      optionalHeader(
        "X-SvelteKit-Action",
        "Set to `true` by SvelteKit. The response is then an action result.",
      ),
    ],
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: component("SubmissionJson"), example: intakeExamples.body },
        "application/x-www-form-urlencoded": {
          schema: component("SubmissionForm"),
          example: intakeExamples.body,
        },
        "multipart/form-data": { schema: component("SubmissionMultipart") },
        "text/plain": {
          schema: {
            type: "string",
            description: "A JSON object, same as `application/json`.",
            contentMediaType: "application/json",
            contentSchema: component("SubmissionJson"),
          },
          example: JSON.stringify(intakeExamples.body),
        },
      },
    },
    responses: {
      "200": {
        description: "The submission was stored. For htmx, an HTML fragment with a confirmation.",
        headers: headerRefs(...ACCEPTED_HEADERS, "HX-Redirect", "Content-Security-Policy"),
        content: HTML_CONTENT,
      },
      "201": {
        description: "The submission was stored.",
        headers: headerRefs(...ACCEPTED_HEADERS, "HX-Redirect"),
        content: {
          "application/json": {
            schema: component("AcceptedSubmission"),
            example: intakeExamples.accepted,
          },
          ...ACTION_CONTENT,
        },
      },
      "303": {
        description: "The submission was stored. Redirects a plain HTML form to the next page.",
        headers: headerRefs(...ACCEPTED_HEADERS, "Location"),
      },
      ...Object.fromEntries(
        byStatus(INTAKE_CODES).map(([status, codes]) => [String(status), rejection(codes)]),
      ),
    },
  };
}
