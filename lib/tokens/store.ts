import type { Token as TokenRow } from "#lib/db/generated/client";
import type { TokenListItem } from "#lib/tokens/schema";
import { ScopeName } from "#lib/tokens/scopes";

export function toTokenListItem(row: TokenRow, now: Date): TokenListItem {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes.map((scope) => ScopeName.parse(scope)),
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    revokedAt: row.revokedAt?.getTime() ?? null,
    lastUsedAt: row.lastUsedAt?.getTime() ?? null,
    status: row.revokedAt ? "revoked" : row.expiresAt <= now ? "expired" : "active",
  };
}
