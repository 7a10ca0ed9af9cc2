import { KeyRound, Plus } from "lucide-react";
import type { Metadata } from "next";
import { ButtonLink } from "#components/ui/button";
import { Card, CardDescription, CardHeader, CardTitle } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { Page } from "#components/ui/page";
import { PageHeader } from "#components/ui/page-header";
import { listTokens } from "#lib/tokens/list-tokens";
import { TOKEN_LIMITS } from "#lib/tokens/schema";
import { pageSession } from "../page-session";
import { TokenRow } from "./token-row";

export const metadata: Metadata = { title: "API tokens" };

export default async function TokensPage() {
  const { ctx } = await pageSession();
  const tokens = await listTokens(ctx);
  const active = tokens.filter(({ status }) => status === "active");
  const past = tokens.filter(({ status }) => status !== "active");
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
        description={`Let programs read messages or manage forms. ${active.length} of ${TOKEN_LIMITS.active} in use.`}
        actions={active.length > 0 ? create : null}
      />
      <div className="grid gap-6">
        <Card>
          {active.length === 0 ? (
            <EmptyState icon={KeyRound} title="No active token" action={create}>
              A token is shown once, when it is created. Keep it on a server, never in a web page.
            </EmptyState>
          ) : (
            <ul className="divide-y">
              {active.map((token) => (
                <TokenRow key={token.id} token={token} now={ctx.now.getTime()} />
              ))}
            </ul>
          )}
        </Card>
        {past.length > 0 ? (
          <Card>
            <CardHeader className="border-b pb-4 sm:pb-5">
              <div>
                <CardTitle>History</CardTitle>
                <CardDescription>
                  Expired and revoked tokens. None of them opens anything any more.
                </CardDescription>
              </div>
            </CardHeader>
            <ul className="divide-y">
              {past.map((token) => (
                <TokenRow key={token.id} token={token} now={ctx.now.getTime()} />
              ))}
            </ul>
          </Card>
        ) : null}
      </div>
    </Page>
  );
}
