import { KeyRound, Plus } from "lucide-react";
import type { Metadata } from "next";
import { ButtonLink } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { Notice } from "#components/ui/notice";
import { Page, PageHeader } from "#components/ui/page";
import { TOKEN_LIMITS } from "#lib/tokens/schema";
import { listActiveTokens, listPastTokens } from "#lib/tokens/tokens";
import { readCursor, type SearchParams, single } from "../../search-params";
import { OwnersOnly } from "../owners-only";
import { pageSession } from "../page-session";
import { TokenHistory, TokenRow } from "./token-row";

export const metadata: Metadata = { title: "API tokens" };

export default async function TokensPage({ searchParams }: { searchParams: SearchParams }) {
  const { ctx, role } = await pageSession();
  if (role !== "owner")
    return (
      <Page>
        <PageHeader title="API tokens" />
        <OwnersOnly what="manage API tokens" />
      </Page>
    );
  const cursor = readCursor(single((await searchParams).cursor));
  const [active, past] = await Promise.all([
    listActiveTokens(ctx),
    listPastTokens(ctx, { limit: 20, ...(cursor ? { cursor } : {}) }),
  ]);
  const isFull = active.length >= TOKEN_LIMITS.active;
  const create = (
    <ButtonLink href="/tokens/new">
      <Plus aria-hidden />
      New token
    </ButtonLink>
  );
  return (
    <Page>
      <PageHeader
        title="API tokens"
        description={`Let apps read messages or manage forms. ${active.length} of ${TOKEN_LIMITS.active} in use.`}
        actions={active.length > 0 && !isFull ? create : null}
      />
      <div className="grid gap-6">
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
        <TokenHistory past={past} isFirstPage={cursor === undefined} now={ctx.now.getTime()} />
      </div>
    </Page>
  );
}
