import { Badge } from "#components/ui/badge";
import { RelativeTime } from "#components/ui/relative-time";
import type { TokenListItem } from "#lib/tokens/schema";
import { revokeTokenAction } from "./actions";
import { RevokeButton } from "./revoke-button";

export function TokenRow({ token }: { token: TokenListItem }) {
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 px-4 py-4 sm:flex-nowrap sm:px-6">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium break-words">{token.name}</span>
          <code className="font-mono text-xs text-muted-foreground">{token.prefix}…</code>
          {token.status === "active" ? null : <Badge>{STATUS[token.status]}</Badge>}
        </p>
        <ul className="mt-2 flex flex-wrap gap-1" aria-label="Scopes">
          {token.scopes.map((scope) => (
            <li key={scope}>
              <Badge className="font-mono font-normal">{scope}</Badge>
            </li>
          ))}
        </ul>
      </div>
      <dl className="grid shrink-0 grid-cols-[auto_auto] gap-x-3 text-muted-foreground sm:w-56">
        <dt>Created</dt>
        <dd>
          <RelativeTime at={token.createdAt} />
        </dd>
        <dt>Last used</dt>
        <dd>{token.lastUsedAt ? <RelativeTime at={token.lastUsedAt} /> : "never"}</dd>
        {token.revokedAt ? (
          <>
            <dt>Revoked</dt>
            <dd>
              <RelativeTime at={token.revokedAt} />
            </dd>
          </>
        ) : (
          <>
            <dt>{token.status === "expired" ? "Expired" : "Expires"}</dt>
            <dd>
              <RelativeTime at={token.expiresAt} />
            </dd>
          </>
        )}
      </dl>
      <div className="flex w-20 shrink-0 justify-end max-sm:w-full max-sm:justify-start">
        {token.status === "active" ? (
          <RevokeButton name={token.name} revoke={revokeTokenAction.bind(null, token.id)} />
        ) : null}
      </div>
    </li>
  );
}

const STATUS = { active: "Active", expired: "Expired", revoked: "Revoked" } as const;
