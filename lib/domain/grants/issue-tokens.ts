import { type Db, transaction } from "#lib/adapters/db/database";
import { type Columns, queryRows } from "#lib/adapters/db/query-rows";
import { type Caller, mintContext } from "#lib/core/context";
import { DAY_MS, MINUTE_MS } from "#lib/core/durations";
import { newId } from "#lib/core/ids";
import { sha256 } from "#lib/core/secrets";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { OAuthFailure } from "#lib/domain/grants/oauth-failure";
import { GRANT_LIMITS, type IssuedTokens } from "#lib/domain/grants/schema";
import { APP_SECRET_TYPES, makeSecret } from "#lib/domain/tokens/authenticate-token";

/** The maximum number of secrets of an app that are kept, including used ones. The latest are kept. */
const MAX_SECRETS = 200;

/** A connected app, with the data that shows whether it still has access. */
export type GrantRow = {
  id: string;
  workspaceId: string;
  name: string;
  scopes: string[];
  expiresAt: Date;
  revokedAt: Date | null;
  clientId: string;
  redirectUri: string;
  challenge: string;
  endsAt: Date;
  startedAt: Date | null;
  /** Whether the person who connected the app still owns the workspace. */
  isOwners: boolean;
};

export const GRANT_COLUMNS: Columns<GrantRow> = {
  id: "uuid",
  workspaceId: "uuid",
  name: "text",
  scopes: "text[]",
  expiresAt: "timestamptz",
  revokedAt: "timestamptz",
  clientId: "text",
  redirectUri: "text",
  challenge: "text",
  endsAt: "timestamptz",
  startedAt: "timestamptz",
  isOwners: "bool",
};

/**
 * Finds the grant of a code, an access token, or a refresh token by its hash, and locks it until the
 * transaction ends.
 */
export async function lockGrant(tx: Db, hash: Uint8Array): Promise<GrantRow | null> {
  const [row] = await queryRows<GrantRow>(tx, GRANT_COLUMNS)`
    SELECT t.id, t.workspace_id AS "workspaceId", t.name, t.scopes, t.expires_at AS "expiresAt",
      t.revoked_at AS "revokedAt", g.client_id AS "clientId", g.redirect_uri AS "redirectUri", g.challenge,
      g.ends_at AS "endsAt", g.started_at AS "startedAt",
      EXISTS (SELECT FROM memberships m WHERE m.workspace_id = t.workspace_id
        AND m.user_id = t.created_by AND m.role = 'owner') AS "isOwners"
    FROM tokens t JOIN grants g ON g.workspace_id = t.workspace_id AND g.token_id = t.id
    WHERE (t.workspace_id, t.id) IN (
      SELECT workspace_id, id FROM tokens WHERE hash = ${hash}
      UNION ALL SELECT workspace_id, token_id FROM grant_secrets WHERE hash = ${hash})
    FOR NO KEY UPDATE OF g`;
  return row ?? null;
}

export function isGrantOver({ revokedAt, expiresAt, isOwners }: GrantRow, now: Date): boolean {
  return revokedAt !== null || expiresAt <= now || !isOwners;
}

/** Ends a connected app's access, and records why. */
export async function endGrant(
  tx: Db,
  { id, workspaceId, name }: GrantRow,
  reason: string,
  caller: Caller,
): Promise<void> {
  const { count } = await tx.token.updateMany({
    where: { id, workspaceId, revokedAt: null },
    data: { revokedAt: caller.now },
  });
  if (count === 0) return;
  const ctx = mintContext(workspaceId, { kind: "token", tokenId: id }, caller.now, caller);
  await recordAudit(tx, ctx, {
    action: "token.disconnected",
    subject: { id, name },
    details: { reason },
  });
}

type Owner = Pick<GrantRow, "workspaceId" | "id">;

function secretRow(
  { workspaceId, id: tokenId }: Owner,
  kind: "access" | "refresh",
  expiresAt: Date,
) {
  const secret = makeSecret(APP_SECRET_TYPES[kind]);
  return {
    secret,
    row: { id: newId(), hash: sha256(secret), workspaceId, tokenId, kind, expiresAt },
  };
}

/** A new access token and a new refresh token. Earlier access tokens work until they expire. */
export async function issueTokens(tx: Db, grant: GrantRow, now: Date): Promise<IssuedTokens> {
  const { workspaceId, id: tokenId, expiresAt, clientId, startedAt } = grant;
  const within = (ms: number) => new Date(Math.min(now.getTime() + ms, expiresAt.getTime()));
  const access = secretRow(grant, "access", within(GRANT_LIMITS.accessMinutes * MINUTE_MS));
  const refresh = secretRow(grant, "refresh", within(GRANT_LIMITS.idleDays * DAY_MS));
  const rows = [access.row, refresh.row].map((row) => ({ ...row, createdAt: now }));
  await tx.grantSecret.createMany({ data: rows });
  const endsAt = refresh.row.expiresAt;
  await tx.grant.update({
    where: { workspaceId_tokenId: { workspaceId, tokenId } },
    data: { endsAt, startedAt: startedAt ?? now },
  });
  await tx.$executeRaw`
    DELETE FROM grant_secrets WHERE workspace_id = ${workspaceId}::uuid AND token_id = ${tokenId}::uuid
      AND id IN (SELECT id FROM grant_secrets
        WHERE workspace_id = ${workspaceId}::uuid AND token_id = ${tokenId}::uuid
        ORDER BY created_at DESC, id DESC OFFSET ${MAX_SECRETS})`;
  // Keeps the client: someone who has connected it can connect it again with the same registration.
  await tx.$executeRaw`
    UPDATE oauth_clients SET expires_at = greatest(expires_at, ${endsAt}) WHERE id::text = ${clientId}`;
  return {
    access_token: access.secret,
    token_type: "Bearer",
    expires_in: Math.floor((access.row.expiresAt.getTime() - now.getTime()) / 1000),
    refresh_token: refresh.secret,
    scope: grant.scopes.join(" "),
  };
}

/**
 * Runs work on a grant in a transaction that is committed even if the work fails, so that revoked
 * access stays revoked.
 *
 * @throws {OAuthFailure}
 */
export async function commitGrantWork<T>(work: (tx: Db) => Promise<T | OAuthFailure>): Promise<T> {
  const outcome = await transaction(work);
  if (outcome instanceof OAuthFailure) throw outcome;
  return outcome;
}
