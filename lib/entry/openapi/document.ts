import { ERROR_STATUS, type ErrorCode } from "#lib/core/errors";
import { DEFAULT_UPLOAD_LIMIT_MB, MAX_UPLOAD_FILES } from "#lib/core/settings/setting-shapes";
import { ErrorEnvelope } from "#lib/entry/http/respond";
import { endpoints } from "#lib/entry/management/contracts/index";
import type { PathItem } from "#lib/entry/openapi/document-shape";
import { byStatus, errorComponents } from "#lib/entry/openapi/error-responses";
import { EVENT_SCHEMAS, eventOperations } from "#lib/entry/openapi/event-operations";
import { headerComponents } from "#lib/entry/openapi/headers";
import {
  INTAKE_PATH,
  INTAKE_TAG,
  intakeOperation,
  type UploadLimits,
} from "#lib/entry/openapi/intake-operation";
import {
  AcceptedSubmission,
  SubmissionError,
  SubmissionForm,
  SubmissionJson,
  SubmissionMultipart,
} from "#lib/entry/openapi/intake-shapes";
import { describeOperation } from "#lib/entry/openapi/operation";
import { describeSchemas } from "#lib/entry/openapi/schemas";

const SECURITY = [{ bearerAuth: [] }];

const BEARER = {
  type: "http",
  scheme: "bearer",
  bearerFormat: "fis_stg_…",
  description: "An API token for one workspace. Each operation lists the scope it requires.",
};

const DEFAULT_LIMITS: UploadLimits = {
  uploadLimitMb: DEFAULT_UPLOAD_LIMIT_MB,
  uploadFiles: MAX_UPLOAD_FILES,
};

function describePaths(
  toSchema: ReturnType<typeof describeSchemas>["toSchema"],
  limits: UploadLimits,
) {
  const paths: Record<string, PathItem> = {};
  for (const endpoint of endpoints) {
    const method = endpoint.method.toLowerCase() as keyof PathItem;
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [method]: describeOperation(endpoint, toSchema),
    };
  }
  paths[INTAKE_PATH] = { post: intakeOperation(limits) };
  return paths;
}

/**
 * Builds the OpenAPI document from the schemas and codes that the pipeline uses.
 *
 * @param baseUrl - the service's origin
 * @param limits - of files, by the operator
 */
export function openApiDocument(baseUrl: string, limits: UploadLimits = DEFAULT_LIMITS) {
  const { toSchema, components } = describeSchemas([
    ...endpoints.flatMap(({ body, responses }) => [
      ...(body ? [body] : []),
      ...Object.values(responses).flatMap(({ schema }) => (schema ? [schema] : [])),
    ]),
    ErrorEnvelope,
    SubmissionJson,
    SubmissionForm,
    SubmissionMultipart,
    AcceptedSubmission,
    SubmissionError,
    ...EVENT_SCHEMAS,
  ]);
  const tags = [...new Set(endpoints.map(({ tag }) => tag)), INTAKE_TAG];
  return {
    openapi: "3.1.1",
    info: {
      title: "Form Intake: Management API",
      version: "1.0.0-preview",
      summary: "Manage a workspace's forms, submissions, recipients, routing, and webhooks.",
      description: OVERVIEW,
      contact: { name: "Form Intake", url: `${baseUrl}/docs` },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrl, description: "Staging, currently the only environment." }],
    security: SECURITY,
    tags: tags.map((name) => ({ name, description: TAG_DESCRIPTIONS[name] ?? name })),
    paths: describePaths(toSchema, limits),
    webhooks: eventOperations(toSchema),
    components: {
      securitySchemes: { bearerAuth: BEARER },
      headers: headerComponents,
      responses: errorComponents(),
      schemas: components,
    },
  };
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>;

/** Every error code, including those of sign-in and jobs. */
const LISTED_CODES = byStatus(Object.keys(ERROR_STATUS) as ErrorCode[])
  .map(([status, codes]) => `- ${status}: ${codes.map((code) => `\`${code}\``).join(", ")}`)
  .join("\n");

/** The document's introduction: CommonMark with paragraphs, headings, lists, and inline code only. */
export const OVERVIEW = `Form Intake is a form backend. Your websites submit their forms to it. It stores every submission, notifies
your verified recipients by email, sends webhooks, and gives you an inbox and this API to manage everything. The service currently runs
only in a staging environment, where emails are captured in a test inbox until live sending is turned on.

## Authentication

Send \`Authorization: Bearer <token>\` with every request, from a server and over HTTPS. Create tokens in the dashboard, with a name,
scopes, and a lifetime of 1–365 days. A token is shown only once. It belongs to one workspace and can't access any other. Scopes are
independent: write access doesn't include read access. Never put tokens in URLs, web pages, or form HTML.

Requests with a \`Cookie\`, \`Origin\`, or \`x-service-proxy-key\` header are rejected. These headers indicate a browser or proxy.

## Requests

- Bodies are UTF-8 encoded \`application/json\`, at most 32 KiB. Unknown properties and query parameters are rejected.
- Schemas describe bodies in their normal form. Where \`x-public-host\` is true, the host must also be under a public suffix, which JSON Schema can't express.
- Times are integers in Unix epoch milliseconds. Lengths count Unicode code points. Names and subjects are trimmed first.
- IDs are lowercase UUIDs.
- Lists are paginated, newest first by default. To get the next page, send \`nextCursor\` back unchanged as \`cursor\` until it's null. Pages aren't snapshots, so items moved or deleted in the meantime may be missing.
- Management requests don't support idempotency keys, so an \`Idempotency-Key\` header has no effect. If you lose the response after creating a form or rotating a key or secret, check the current state before you retry.
- Changes don't support \`If-Match\`, \`If-None-Match\`, and \`If-Unmodified-Since\`, so a request with one of them is rejected instead of ignoring the condition. Routing, auto-replies, and webhooks have a \`revision\` in the body for that.

## Errors

All errors share one format, and each operation lists the codes it can return:

\`{"error": {"code": "validation_failed", "message": "…", "requestId": "…", "details": [{"path": "name", "message": "is required"}]}}\`

\`details\` lists every validation error at once. We may add codes, so show the message for any you don't know. Unknown paths return
404 \`not_found\`. Paths that don't support a method return 405 \`method_not_allowed\` with an \`Allow\` header. After a 500 or 503,
check whether your change took effect before you retry.

These are all error codes, including those only used by the dashboard and scheduled jobs:

${LISTED_CODES}

## Rate limits

Each IP address, token, and workspace can make 60 requests per minute, measured over a sliding window. Destinations and sample events
have limits of their own, of the same size. Responses include \`RateLimit\` and
\`RateLimit-Policy\` headers with the current limits. Over the limit, you get a 429 with a \`Retry-After\` header in seconds.`;

export const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  Token: "The token used for the request.",
  Forms: "Each form has a public key, recipients, and settings, and receives submissions.",
  "Form templates":
    "A form as a file, to create it again in another workspace or on another server.",
  "Fields and pages": "The fields that a form knows, and the texts and look of its hosted pages.",
  "Cloudflare Turnstile": "Connect your own Cloudflare Turnstile widget, one per form.",
  Recipients: "Email addresses that forms can notify once they're verified.",
  Submissions:
    "List, search, export, and manage submissions, their files, and their notification emails.",
  "Notes and replies":
    "What colleagues write about a submission, and what they reply to its sender.",
  "Saved replies": "Texts that members use again when they reply to messages.",
  Usage: "The workspace's usage this month.",
  Imports: "Messages from other services' exports, which can be undone.",
  Spam: "How messages are judged by their content, with reasons.",
  Routing: "Ordered rules that pick recipients based on a submission's fields.",
  "Auto-replies": "An email sent automatically to visitors who opt in.",
  Webhooks: "Send signed events to one endpoint per form and inspect their deliveries.",
  Destinations:
    "Send messages to Slack, Discord, Microsoft Teams, Telegram, Google Sheets, and further webhooks.",
  "Destination deliveries": "Inspect the deliveries of a destination, and send them again.",
  "Public intake":
    "Where websites submit their forms. Doesn't require a token, because a public key can only create submissions.",
};
