import { z } from "zod";
import { Id, Timestamp, TrimmedText } from "#lib/core/text";
import { ScopeName } from "#lib/tokens/scopes";

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
