import { crc32 } from "node:zlib";
import { db, pool } from "#lib/adapters/db/database";
import type { Token as TokenRow } from "#lib/adapters/db/generated/client";
import { type Columns, queryPrepared } from "#lib/adapters/db/query-rows";
import { type Caller, mintContext } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { BASE62, randomBase62 } from "#lib/core/ids";
import { sha256 } from "#lib/core/secrets";
import { ScopeName, type Token } from "#lib/domain/tokens/schema";

const PATTERN = /^fis_([a-z]{2,12})_([0-9A-Za-z]{40})([0-9A-Za-z]{6})$/;
/**
 * The length of a token's part stored in plain text: enough to distinguish tokens, useless to a thief.
 */
export const PREFIX_LENGTH = 12;

function checksum(random: string): string {
  let rest = crc32(random);
  let text = "";
  for (let i = 0; i < 6; i += 1) {
    text = BASE62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/**
 * Makes a secret: `fis_`, a mark of its purpose, 40 random base62 characters (238 bits), and their
 * CRC32.
 */
export function makeSecret(mark: string): string {
  const random = randomBase62(40);
  return `fis_${mark}_${random}${checksum(random)}`;
}

export function makeTokenSecret(): string {
  return makeSecret("stg");
}

/**
 * Returns the part of a secret that marks its purpose, or null if it isn't one. So most garbage costs no database
 * query.
 */
export function secretTypeOf(secret: string): string | null {
  const match = PATTERN.exec(secret);
  return match?.[2] && checksum(match[2]) === match[3] ? (match[1] ?? null) : null;
}

/** Returns the secret of an Authorization header, or null if it has none. */
export function bearerOf(header: string): string | null {
  return /^Bearer +(\S+)$/i.exec(header.trim())?.[1] ?? null;
}

/** The marks in the secrets of connected apps. */
export const APP_SECRET_TYPES = { access: "mcp", refresh: "mcr", code: "mcc" } as const;
const OF_APPS: readonly string[] = Object.values(APP_SECRET_TYPES);

/** Checks a token's format without the database. */
export function inspectTokenSecret(
  token: string,
): "valid" | "malformed" | "of_app" | "other_environment" {
  const mark = secretTypeOf(token);
  if (mark === null) return "malformed";
  if (OF_APPS.includes(mark)) return "of_app";
  return mark === "stg" ? "valid" : "other_environment";
}

const LAST_USED_INTERVAL_MS = 5 * 60_000;

const FIND_TOKEN = `
  SELECT id, workspace_id AS "workspaceId", name, scopes, expires_at AS "expiresAt",
    revoked_at AS "revokedAt", last_used_at AS "lastUsedAt"
  FROM tokens WHERE hash = $1`;

export type AuthenticatedRow = Omit<
  TokenRow,
  "hash" | "prefix" | "createdAt" | "createdBy" | "expiryNoticeDays"
>;
const COLUMNS: Columns<AuthenticatedRow> = {
  id: "uuid",
  workspaceId: "uuid",
  name: "text",
  scopes: "text[]",
  expiresAt: "timestamptz",
  revokedAt: "timestamptz",
  lastUsedAt: "timestamptz",
};

/**
 * A gate: turns an Authorization header into a context.
 *
 * @throws {AppError} token_missing, token_invalid, wrong_environment, token_revoked, token_expired
 */
export async function authenticateToken(header: string | null, caller: Caller) {
  const { now } = caller;
  if (!header)
    throw new AppError(
      "token_missing",
      "Authenticate with an API token: Authorization: Bearer <ACCESS_TOKEN>.",
    );
  const secret = bearerOf(header);
  const verdict = secret ? inspectTokenSecret(secret) : "malformed";
  const unknown = () => new AppError("token_invalid", "This token isn't valid.");
  if (!secret || verdict === "malformed") throw unknown();
  if (verdict === "of_app")
    throw new AppError(
      "token_invalid",
      "This token belongs to an app that was connected to /mcp, and works only there. Create an API token in the dashboard.",
    );
  if (verdict === "other_environment")
    throw new AppError("wrong_environment", "This token is for a different environment.");
  const query = { text: FIND_TOKEN, values: [sha256(secret)] };
  const [row] = await queryPrepared(pool(), COLUMNS, query);
  if (!row) throw unknown();
  if (row.revokedAt) throw new AppError("token_revoked", "This token has been revoked.");
  if (row.expiresAt <= now)
    throw new AppError(
      "token_expired",
      "This token has expired. Create a new one in the dashboard.",
    );
  return toAuthenticated(row, caller);
}

/** Returns the context of a checked token, and its description for the API. */
export function toAuthenticated(row: Omit<AuthenticatedRow, "revokedAt">, caller: Caller) {
  const { now } = caller;
  const isStale =
    !row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() >= LAST_USED_INTERVAL_MS;
  return {
    ctx: mintContext(row.workspaceId, { kind: "token", tokenId: row.id }, now, caller),
    token: {
      id: row.id,
      name: row.name,
      scopes: row.scopes.map((scope) => ScopeName.parse(scope)),
      expiresAt: row.expiresAt.getTime(),
      workspaceId: row.workspaceId,
      environment: "staging" as const,
    } satisfies Token,
    /** Writes `lastUsedAt`; null while it's less than five minutes old. */
    touch: isStale ? () => touchToken(row.id, now) : null,
  };
}

async function touchToken(id: string, now: Date): Promise<void> {
  const due = new Date(now.getTime() - LAST_USED_INTERVAL_MS);
  await db().token.updateMany({
    where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: due } }] },
    data: { lastUsedAt: now },
  });
}
