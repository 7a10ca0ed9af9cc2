import { ERROR_STATUS, type ErrorCode } from "#lib/core/errors";

/** Every code there is, by status: also those of sign-in and jobs, which no operation here can give. */
function listCodes(): string {
  const codesOf = new Map<number, ErrorCode[]>();
  for (const [code, status] of Object.entries(ERROR_STATUS) as [ErrorCode, number][])
    codesOf.set(status, [...(codesOf.get(status) ?? []), code]);
  return [...codesOf]
    .map(([status, codes]) => `- ${status}: ${codes.map((code) => `\`${code}\``).join(", ")}`)
    .join("\n");
}

/** The document's introduction; CommonMark of paragraphs, headings, lists and inline code. */
export const OVERVIEW = `A form backend: websites post their forms to it, it keeps every message, tells the right people by
verified email, and lets owners read and route what came in. This is a preview for the staging environment, the only one there is:
mail is captured in a test inbox until live sending is switched on.

## Authentication

Send \`Authorization: Bearer <token>\` with every request, from a server, over HTTPS and straight to this address. A signed-in user
creates tokens in the dashboard, with a name, scopes and a lifetime of 1-365 days; a token is shown once. It belongs to one workspace
and sees nothing of any other. Scopes are independent: writing does not include reading. Keep tokens out of URLs, web pages and form HTML.

Requests that carry a \`Cookie\`, an \`Origin\` or the header \`x-service-proxy-key\` are refused: they come from browsers.

## Requests

- Bodies are \`application/json\` in UTF-8, at most 32 KiB. Unknown properties are refused; unknown query parameters are ignored.
- Times are integers: Unix epoch milliseconds. "Characters" are Unicode code points; names and subjects are trimmed before they are counted.
- Ids are UUIDs in lower case.
- Lists come newest first in pages. Send \`nextCursor\` back unchanged as \`cursor\` until it is null. A page is no snapshot: what is moved or deleted meanwhile may be missing.
- Writing has no idempotency key. Do not repeat the creation of a form, or the rotation of a key or secret, by itself after a lost answer: look first.

## Errors

Every answer that is no success has the same body, and each operation names the codes that it can give:

\`{"error": {"code": "validation_failed", "message": "…", "requestId": "…", "details": [{"path": "name", "message": "is required"}]}}\`

\`details\` names every failed rule of a request at once. New codes may come: show the message of one that you do not know. A path that does
not exist is 404 \`not_found\`, one that exists with other methods is 405 \`method_not_allowed\` with the header \`Allow\`. After a 500 or 503,
check whether a change took effect before you repeat it.

All codes, also those of the dashboard's session endpoints and of jobs, which no operation of this document gives:

${listCodes()}

## Rate limits

60 requests a minute each per connecting IP address, per token and per workspace, in a sliding window. Answers carry \`RateLimit\` and
\`RateLimit-Policy\`, which name the numbers in force. Over a limit the answer is 429 with \`Retry-After\` in whole seconds.`;

/** What each tag of the endpoint array is about. */
export const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  Token: "The token that a request is sent with.",
  Forms: "Where messages arrive: public key, recipients and settings of each form.",
  "Anti-spam widget": "A Cloudflare Turnstile widget of your own, one per form.",
  Recipients: "The addresses that forms can notify, once their owners have confirmed them.",
  Messages: "What visitors sent: lists, search, export, files and notification mails.",
  Usage: "What the workspace has used this month.",
  Routing: "Ordered rules that send a message to other recipients by what it says.",
  "Auto-replies": "A reply by mail to visitors who ask for one.",
  Webhooks: "Signed events to one receiver per form, with the history of their deliveries.",
  "Public intake":
    "Where websites post their forms. Needs no token: the key in the path only receives.",
};
