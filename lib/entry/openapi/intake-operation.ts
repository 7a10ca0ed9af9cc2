import { countOf } from "#lib/core/count";
import { ERROR_MEANINGS, ERROR_STATUS, type ErrorCode } from "#lib/core/errors";
import type { Settings } from "#lib/core/settings/settings";
import { FILE_EXTENSIONS } from "#lib/domain/intake/file-types";
import { MAX_FIELD_ENTRIES, MAX_TEXT_BYTES } from "#lib/domain/intake/limits";
import { SVELTEKIT_ACTION } from "#lib/entry/intake/sveltekit-response";
import { intakeExamples } from "#lib/entry/management/contracts/examples/example";
import type {
  MediaType,
  NamedExample,
  Operation,
  Parameter,
  ResponseObject,
  Schema,
} from "#lib/entry/openapi/document-shape";
import { byStatus, describeErrors, EXAMPLE_REQUEST_ID } from "#lib/entry/openapi/error-responses";
import { EVERY_RESPONSE, headerRefs } from "#lib/entry/openapi/headers";

export const INTAKE_PATH = "/f/{publicKey}";
export const INTAKE_TAG = "Public intake";

/** Every code that a rejected submission can have. */
export const INTAKE_CODES: readonly ErrorCode[] = [
  "origin_not_allowed",
  "form_paused",
  "form_closed",
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

- Size: up to ${MAX_TEXT_BYTES / 1024} KiB as JSON or urlencoded, or ${uploadLimitMb} MiB as multipart with at most ${MAX_TEXT_BYTES / 1024} KiB of text. Up to ${MAX_FIELD_ENTRIES} field entries and ${uploadFiles === 0 ? "no files" : `${countOf(uploadFiles, "file")} (${FILE_EXTENSIONS.join(", ")}), unless the form accepts fewer types`}.
- Encoding: text is decoded with the declared \`charset\`, the form's \`_charset_\` field, or as UTF-8. Bytes that don't fit never reject a submission: their encoding is guessed, and \`guessedCharset\` of the submission names it. Compressed bodies are rejected.
- Format: a JSON object counts as JSON under any type of text. Its nested objects and lists are flattened up to 5 levels (\`address.city\`, \`items.0.name\`). \`text/plain\` has a line \`name=value\` for each field; lines without a name continue the value before them. Multipart parts can be encoded as base64 or quoted-printable.
- Files: a file's content decides its type. If its extension is missing or another type's, the right one is added to its name.
- Rate limits: 20 requests per minute for each IP address and form, 120 for each IP address across all forms, and 600 for each form.
- Response: JSON, unless \`Accept\` includes \`text/html\`, as it does when a browser submits a form. Then it's a redirect or an HTML page. JSON bodies, \`X-Requested-With\`, and an \`Accept\` that prefers \`application/json\` always get JSON. The JSON has what scripts of websites test for (\`ok\`, \`success\`, \`code\`, \`status\`, \`result\`). If the form responds to scripts with text, those that don't prefer JSON get \`OK\` or the error's message as \`text/plain\`. \`HX-Request: true\` (htmx) gets an HTML fragment. If the form has a \`redirectUrl\`, JSON responses and fragments name it in \`HX-Redirect\`. \`X-SvelteKit-Action: true\` gets a result that \`use:enhance\` understands.
- CORS: scripts from any origin can send any header and read the response, with or without credentials. If the form has \`allowedOrigins\`, the \`Origin\` header must match one exactly.
- Fields: if the form has a list of fields, values must fit it. Otherwise it's a 422 \`validation_failed\` with one entry in \`details\` per field and its name as \`path\`, unless the form marks such values. Fields that aren't in the list are accepted, dropped, or rejected, as the form says.
- Spam: if a honeypot field is filled in, or the form catches a blocked sender or word, the response is the same as for any success, but the submission goes to spam without its files.
- Duplicates: what a browser sends twice within 15 seconds, with the same content from the same IP address and without an idempotency key, is stored once, whether a form or a script sends it. Requests for JSON without \`Origin\` and \`Sec-Fetch-Site\` come from servers, and each is stored.
- Fields of other form services: \`_gotcha\`, \`_honey\`, \`_honeypot\`, \`honeypot\`, and \`bot-field\` are honeypots too, unless the form's fields have the name. Replies go to \`_replyto\`, \`_reply_to\`, or \`replyto\` if no \`email\` field contains a valid address. \`_subject\` is added to the notification's subject, up to 150 characters. \`_next\`, \`_redirect\`, \`redirect\`, or \`redirectTo\` replaces the \`redirectUrl\` if its origin is one of the \`allowedOrigins\`. What has no effect here isn't stored, such as \`form-name\`, \`access_key\`, \`_captcha\`, \`_template\`, \`g-recaptcha-response\`, and \`utf8\`.

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

const TEXT_CONTENT: Record<string, MediaType> = {
  "text/plain": {
    schema: { type: "string", description: "If the form responds to scripts with text." },
  },
};

const component = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function exampleOf(code: ErrorCode): NamedExample {
  const [status, message] = [ERROR_STATUS[code], ERROR_MEANINGS[code].replaceAll("`", "")];
  const errors = [{ code, message }];
  const error = { code, message, requestId: EXAMPLE_REQUEST_ID };
  const words = { ok: false, success: false, code: status, status: "error", result: "error" };
  return { value: { ...words, message, errors, error } };
}

function rejection(codes: readonly ErrorCode[]): ResponseObject {
  const { headers, ...rest } = describeErrors(codes, false);
  const added = headerRefs(...CORS_HEADERS, "Content-Security-Policy");
  return {
    ...rest,
    headers: { ...headers, ...added },
    content: {
      "application/json": {
        schema: component("SubmissionError"),
        examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
      },
      ...TEXT_CONTENT,
      ...HTML_CONTENT,
      ...ACTION_CONTENT,
    },
  };
}

function optionalHeader(
  name: string,
  description: string,
  schema: Schema = { type: "string", pattern: "^[\\x21-\\x7e]*$" },
): Parameter {
  return { name, in: "header", required: false, description, schema };
}

/** Describes `POST /f/{publicKey}`, which isn't part of the management pipeline. */
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
            description:
              'Lines of `name=value`, as forms with `enctype="text/plain"` send them, or a JSON object, same as `application/json`.',
          },
          example: JSON.stringify(intakeExamples.body),
        },
      },
    },
    responses: {
      "200": {
        description: "The submission was stored. For htmx, an HTML fragment with a confirmation.",
        headers: headerRefs(...ACCEPTED_HEADERS, "HX-Redirect", "Content-Security-Policy"),
        content: {
          "application/json": {
            schema: component("AcceptedSubmission"),
            example: intakeExamples.accepted,
          },
          ...TEXT_CONTENT,
          ...HTML_CONTENT,
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
