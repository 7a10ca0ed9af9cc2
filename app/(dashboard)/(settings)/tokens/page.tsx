import { KeyRound, Plus } from "lucide-react";
import type { Metadata } from "next";
import { Badge } from "#components/ui/badge";
import { ButtonLink } from "#components/ui/button";
import { Card, CardHeader } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { Notice } from "#components/ui/notice";
import { Pager, SectionHeader } from "#components/ui/page";
import { RelativeTime } from "#components/ui/relative-time";
import type { Page as PageOf } from "#lib/core/cursor";
import { DAY_MS } from "#lib/core/durations";
import { listConnectedApps } from "#lib/domain/grants/connected-apps";
import { TOKEN_LIMITS, type TokenListItem } from "#lib/domain/tokens/schema";
import { listPastTokens, listTokens } from "#lib/domain/tokens/tokens";
import { readCursor, type SearchParams, singleValue } from "../../../search-params";
import { ConfirmFirst } from "../../confirm-first";
import { OwnersOnly } from "../../owners-only";
import { pageSession, unconfirmedUser } from "../../page-session";
import { ConnectedApps } from "./connected-apps";
import { RevokeButton } from "./revoke-button";
import { Moment, Scopes } from "./token-parts";

export const metadata: Metadata = { title: "API tokens" };

export default async function TokensPage({ searchParams }: { searchParams: SearchParams }) {
  const session = await pageSession();
  const { ctx, role } = session;
  if (role !== "owner")
    return (
      <>
        <SectionHeader title="API tokens" />
        <OwnersOnly what="manage API tokens" />
      </>
    );
  const cursor = readCursor(singleValue((await searchParams).cursor));
  const [active, past, apps] = await Promise.all([
    listTokens(ctx, { isActive: true }),
    listPastTokens(ctx, { limit: 20, ...(cursor ? { cursor } : {}) }),
    listConnectedApps(ctx),
  ]);
  const isFull = active.length >= TOKEN_LIMITS.active;
  const unconfirmed = unconfirmedUser(session);
  const create = unconfirmed ? null : (
    <ButtonLink href="/tokens/new">
      <Plus aria-hidden />
      New token
    </ButtonLink>
  );
  return (
    <>
      <SectionHeader
        title="API tokens"
        description={`Let apps read messages or manage forms. ${active.length} of ${TOKEN_LIMITS.active} in use.`}
        actions={active.length > 0 && !isFull ? create : null}
      />
      <div className="grid gap-6">
        {unconfirmed ? <ConfirmFirst what="create API tokens" {...unconfirmed} /> : null}
        {isFull ? (
          <Notice tone="warning">
            All {TOKEN_LIMITS.active} tokens are in use. Revoke one you no longer need before you
            create another.
          </Notice>
        ) : null}
        <Card>
          {active.length === 0 ? (
            <EmptyState icon={KeyRound} title="No active tokens" action={create}>
              A token is shown once, when it’s created. Keep it on a server, never in a web page.
            </EmptyState>
          ) : (
            <ul className="divide-y">
              {active.map((token) => (
                <TokenRow key={token.id} token={token} now={ctx.now.getTime()} />
              ))}
            </ul>
          )}
        </Card>
        <ConnectedApps apps={apps} />
        <TokenHistory past={past} cursor={cursor} now={ctx.now.getTime()} />
      </div>
    </>
  );
}

const ENDS = { active: "Expires", expired: "Expired", revoked: "Revoked" } as const;
const SOON_MS = 14 * DAY_MS;

type TokenRowProps = { token: TokenListItem; now: number };

function TokenRow({ token, now }: TokenRowProps) {
  const isActive = token.status === "active";
  return (
    <li className="grid gap-x-6 gap-y-3 px-4 py-4 sm:px-6 lg:grid-cols-[minmax(0,1fr)_auto_7rem]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{token.name}</span>
          <code className="font-mono text-xs text-muted-foreground">{token.prefix}…</code>
          {isActive ? null : <Badge>{ENDS[token.status]}</Badge>}
          {isActive && token.expiresAt - now < SOON_MS ? (
            <Badge tone="warning">Expires soon</Badge>
          ) : null}
        </p>
        <Scopes scopes={token.scopes} />
      </div>
      <Dates token={token} />
      <div className="empty:max-lg:hidden lg:text-right">
        {isActive ? <RevokeButton id={token.id} name={token.name} /> : null}
      </div>
    </li>
  );
}

function Dates({ token }: { token: TokenListItem }) {
  return (
    <dl className="grid grid-cols-3 gap-x-6 lg:w-84">
      <Moment label="Created">
        <RelativeTime at={token.createdAt} />
      </Moment>
      <Moment label="Last used">
        {token.lastUsedAt ? <RelativeTime at={token.lastUsedAt} /> : "Never"}
      </Moment>
      <Moment label={ENDS[token.status]}>
        <RelativeTime at={token.revokedAt ?? token.expiresAt} />
      </Moment>
    </dl>
  );
}

type TokenHistoryProps = { past: PageOf<TokenListItem>; cursor: string | undefined; now: number };

function TokenHistory({ past: { data, nextCursor }, cursor, now }: TokenHistoryProps) {
  if (data.length === 0) return null;
  return (
    <>
      <Card>
        <CardHeader
          className="border-b pb-4 sm:pb-5"
          title="History"
          description="Expired and revoked tokens. They no longer work."
        />
        <ul className="divide-y">
          {data.map((token) => (
            <TokenRow key={token.id} token={token} now={now} />
          ))}
        </ul>
      </Card>
      <Pager path="/tokens" cursor={cursor} nextCursor={nextCursor} />
    </>
  );
}
