import { z } from "zod";
import { Id, Name, Timestamp } from "#lib/core/text";

export const SCOPES = {
  "forms:read": "List forms and read their settings.",
  "forms:write":
    "Create, edit, and delete forms, rotate public keys, and manage the Turnstile widget. Deleting a form deletes its messages.",
  "submissions:read":
    "List, read, and export messages, and read webhook deliveries with their payloads.",
  "submissions:write": "Move or delete messages, and retry notifications and webhook deliveries.",
  "submissions:reply": "Reply to visitors and edit saved replies.",
  "submissions:import": "Import messages from files, and undo imports.",
  "files:read": "Download files. Not included in submissions:read.",
  "recipients:read": "List recipients and whether they’re confirmed.",
  "recipients:write": "Add recipients and resend confirmation emails.",
  "integrations:read":
    "Read webhook, routing, and auto-reply settings, and preview drafts of routing rules and auto-replies.",
  "integrations:write":
    "Change webhook, routing, and auto-reply settings, rotate webhook secrets, and send test events.",
  "usage:read": "Read monthly usage, folder totals, and storage.",
} as const;

export type Scope = keyof typeof SCOPES;
export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]];
export const ScopeName = z.enum(SCOPE_NAMES, { error: "isn't a valid scope" });

/** Limits per workspace. */
export const TOKEN_LIMITS = {
  active: 20,
  createdPer24Hours: 50,
  defaultDays: 90,
  maxDays: 365,
} as const;

/** The response of `GET /v1/token`. */
export const Token = z
  .strictObject({
    id: Id.describe("UUID of the token."),
    name: z.string().describe("The token's name."),
    scopes: z.array(ScopeName).describe("The granted scopes."),
    expiresAt: Timestamp,
    workspaceId: Id.describe("UUID of the workspace it belongs to."),
    environment: z.literal("staging").describe("Always `staging`, currently the only environment."),
  })
  .describe("The token sent with the request.");
export type Token = z.output<typeof Token>;

const DAYS_RANGE = `must be a whole number from 1 to ${TOKEN_LIMITS.maxDays}`;

export const CreateTokenInput = z.strictObject({
  name: Name(1, 80),
  scopes: z
    .array(ScopeName, "must be a list of scopes")
    .min(1, "must have at least one scope")
    .transform((scopes) => [...new Set(scopes)]),
  expiresInDays: z
    .int(DAYS_RANGE)
    .min(1, DAYS_RANGE)
    .max(TOKEN_LIMITS.maxDays, DAYS_RANGE)
    .default(TOKEN_LIMITS.defaultDays),
});
export type CreateTokenInput = z.output<typeof CreateTokenInput>;

/** A token as the dashboard lists it, without the secret. */
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
