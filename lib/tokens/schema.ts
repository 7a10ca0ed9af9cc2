import { z } from "zod";
import { Id, Timestamp, TrimmedText } from "#lib/core/text";

/** Each scope with what it allows (SPEC, Authentication). */
export const SCOPES = {
  "forms:read": "List forms and read their settings.",
  "forms:write":
    "Create, edit and delete forms; rotate public keys; configure or disconnect the anti-spam widget. Deleting a form deletes its messages.",
  "submissions:read":
    "List and read messages, export CSV, read webhook delivery history and payloads.",
  "submissions:write": "Move or delete messages, retry owner notifications and failed webhooks.",
  "files:read": "Download private, unexpired attachments (reading messages alone is not enough).",
  "recipients:read": "List recipients and their verification status.",
  "recipients:write": "Add recipients or resend a verification.",
  "integrations:read":
    "Read webhook, routing and visitor-reply settings; preview routing and reply drafts.",
  "integrations:write":
    "Configure workflows, rotate webhook secrets, send synthetic webhook tests.",
  "usage:read": "Read monthly counts, folder totals and storage usage.",
} as const;

export type Scope = keyof typeof SCOPES;
export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]];
export const ScopeName = z.enum(SCOPE_NAMES, { error: "is not a scope" });

/** SPEC, Limits: tokens of one workspace. */
export const TOKEN_LIMITS = {
  active: 20,
  createdPer24Hours: 50,
  defaultDays: 90,
  maxDays: 365,
} as const;

/** What `GET /v1/token` shows: exactly SPEC's six fields. */
export const Token = z
  .strictObject({
    id: Id.describe("UUID of the token."),
    name: z.string().describe("The integration's label."),
    scopes: z.array(ScopeName).describe("The granted permissions."),
    expiresAt: Timestamp,
    workspaceId: Id.describe("UUID of the workspace that it belongs to."),
    environment: z.literal("staging").describe("The only environment there is."),
  })
  .describe("The token that was sent with the request.");
export type Token = z.output<typeof Token>;

const DAYS_RANGE = `must be a whole number from 1 to ${TOKEN_LIMITS.maxDays}`;

export const CreateTokenInput = z.strictObject({
  name: TrimmedText(1, 80),
  scopes: z
    .array(ScopeName, "must be a list of scopes")
    .min(1, "must name at least one scope")
    .transform((scopes) => [...new Set(scopes)]),
  expiresInDays: z
    .int(DAYS_RANGE)
    .min(1, DAYS_RANGE)
    .max(TOKEN_LIMITS.maxDays, DAYS_RANGE)
    .default(TOKEN_LIMITS.defaultDays),
});
export type CreateTokenInput = z.output<typeof CreateTokenInput>;

/** A token as its owner sees it in the dashboard; the secret is not part of it. */
export const TokenListItem = z.strictObject({
  id: Id,
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(ScopeName),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  revokedAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable(),
  status: z.enum(["active", "expired", "revoked"]),
});
export type TokenListItem = z.output<typeof TokenListItem>;
export type CreatedToken = TokenListItem & { token: string };
