import { z } from "zod";
import { settings } from "#lib/core/settings/settings";
import { Id, Timestamp } from "#lib/core/text";
import { SCOPE_NAMES, type Scope, ScopeName } from "#lib/domain/tokens/schema";

/** The limits of connected apps per workspace, and the lifetimes of their codes and tokens. */
export const GRANT_LIMITS = {
  active: 50,
  createdPer24Hours: 50,
  codeMinutes: 5,
  accessMinutes: 60,
  /** After this many days without a refresh, access ends. */
  idleDays: 60,
  /** Access ends after this many days, even if it's refreshed. */
  maxDays: 365,
} as const;

/** Returns the only resource: access tokens work nowhere else (RFC 8707). */
export function mcpResource(): string {
  return `${settings().baseUrl}/mcp`;
}

/**
 * The scopes selected for an app that asks for nothing in particular: it can read, but not change
 * anything.
 */
const USUAL_SCOPES: readonly Scope[] = [
  "forms:read",
  "submissions:read",
  "recipients:read",
  "integrations:read",
  "usage:read",
];

/** The scopes that a person can select, and those that are selected at first. */
export type ScopeOffer = { offered: readonly Scope[]; selected: readonly Scope[] };

/**
 * Returns the scopes to offer for the `scope` of a request; null if it has only unknown scopes. Clients without a
 * preference request all scopes in the metadata, or none: that selects the usual ones.
 */
export function offerScopes(requested: string | undefined): ScopeOffer | null {
  const names = (requested ?? "").split(" ").filter((name) => name !== "");
  const known = SCOPE_NAMES.filter((scope) => names.includes(scope));
  if (names.length > 0 && known.length === 0) return null;
  const isOpen = names.length === 0 || known.length === SCOPE_NAMES.length;
  return isOpen
    ? { offered: SCOPE_NAMES, selected: USUAL_SCOPES }
    : { offered: known, selected: known };
}

/** A checked authorization request: all that a person decides on. */
export type AuthorizationRequest = {
  client: { id: string; name: string };
  redirectUri: string;
  state: string | undefined;
  challenge: string;
  scopes: ScopeOffer;
};

export const ConnectInput = z.strictObject({
  workspaceId: Id,
  scopes: z
    .array(ScopeName, "must be a list of scopes")
    .min(1, "must have at least one scope")
    .transform((scopes) => [...new Set(scopes)]),
});
export type ConnectInput = z.output<typeof ConnectInput>;

/** A connected app as the dashboard lists it. */
export const ConnectedApp = z.strictObject({
  id: Id,
  name: z.string(),
  /** The target of the redirect: a host, or the scheme of an app on a device. */
  place: z.string(),
  clientId: z.string(),
  scopes: z.array(ScopeName),
  connectedBy: z.string().nullable(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
  endsAt: Timestamp,
});
export type ConnectedApp = z.output<typeof ConnectedApp>;

/** The response of the token endpoint. */
export type IssuedTokens = {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  refresh_token: string;
  scope: string;
};
