import { Card, CardDescription, CardHeader, CardTitle } from "#components/ui/card";
import { Pager } from "#components/ui/pager";
import type { Page } from "#lib/core/cursor";
import type { TokenListItem } from "#lib/tokens/schema";
import { TokenRow } from "./token-row";

type TokenHistoryProps = { past: Page<TokenListItem>; isFirstPage: boolean; now: number };

/** What once opened something; nothing while there is none. */
export function TokenHistory({ past: { data, nextCursor }, isFirstPage, now }: TokenHistoryProps) {
  if (data.length === 0) return null;
  return (
    <>
      <Card>
        <CardHeader className="border-b pb-4 sm:pb-5">
          <div>
            <CardTitle>History</CardTitle>
            <CardDescription>
              Expired and revoked tokens. None of them works any more.
            </CardDescription>
          </div>
        </CardHeader>
        <ul className="divide-y">
          {data.map((token) => (
            <TokenRow key={token.id} token={token} now={now} />
          ))}
        </ul>
      </Card>
      <Pager
        firstHref={isFirstPage ? null : "/tokens"}
        olderHref={nextCursor ? `/tokens?cursor=${nextCursor}` : null}
      />
    </>
  );
}
