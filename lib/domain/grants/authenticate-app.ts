import { pool } from "#lib/adapters/db/database";
import { type Columns, queryPrepared } from "#lib/adapters/db/query-rows";
import type { Caller } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { sha256 } from "#lib/core/secrets";
import {
  APP_SECRET_TYPES,
  type AuthenticatedRow,
  authenticateToken,
  bearerOf,
  secretTypeOf,
  toAuthenticated,
} from "#lib/domain/tokens/authenticate-token";

const FIND_APP = `
  SELECT t.id, t.workspace_id AS "workspaceId", t.name, t.scopes, s.expires_at AS "expiresAt",
    t.revoked_at AS "revokedAt", t.last_used_at AS "lastUsedAt",
    EXISTS (SELECT FROM memberships m WHERE m.workspace_id = t.workspace_id
      AND m.user_id = t.created_by AND m.role = 'owner') AS "isOwners"
  FROM grant_secrets s JOIN tokens t ON t.workspace_id = s.workspace_id AND t.id = s.token_id
  WHERE s.hash = $1 AND s.kind = 'access'`;

type Row = AuthenticatedRow & { isOwners: boolean };
const COLUMNS: Columns<Row> = {
  id: "uuid",
  workspaceId: "uuid",
  name: "text",
  scopes: "text[]",
  expiresAt: "timestamptz",
  revokedAt: "timestamptz",
  lastUsedAt: "timestamptz",
  isOwners: "bool",
};

/**
 * A gate: {@link authenticateToken} that also accepts the access token of a connected app. It works while the person who
 * connected the app owns the workspace.
 *
 * @throws {AppError} what {@link authenticateToken} throws
 */
export async function authenticateApp(header: string | null, caller: Caller) {
  const secret = header === null ? null : bearerOf(header);
  if (secret === null || secretTypeOf(secret) !== APP_SECRET_TYPES.access)
    return authenticateToken(header, caller);
  const query = { text: FIND_APP, values: [sha256(secret)] };
  const [row] = await queryPrepared(pool(), COLUMNS, query);
  if (!row) throw new AppError("token_invalid", "This token isn't valid.");
  if (row.revokedAt || !row.isOwners)
    throw new AppError("token_revoked", "The app has been disconnected. Connect it again.");
  if (row.expiresAt <= caller.now)
    throw new AppError("token_expired", "This access token has expired. Refresh it.");
  return toAuthenticated(row, caller);
}
