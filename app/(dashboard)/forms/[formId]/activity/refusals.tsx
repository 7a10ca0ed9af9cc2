import { ShieldCheck } from "lucide-react";
import { Card, CardDescription, CardHeader, CardTitle } from "#components/ui/card";
import { CopyButton } from "#components/ui/copy-button";
import { EmptyState } from "#components/ui/empty-state";
import { Pager } from "#components/ui/pager";
import { RelativeTime } from "#components/ui/relative-time";
import { formatCount } from "#lib/core/count";
import type { Page } from "#lib/core/cursor";
import { REJECTIONS_KEPT_DAYS, type Rejection } from "#lib/intake/schema";
import { describeOrigin, describeRefusal, isOneOrigin } from "./refusal-words";

type RefusalsProps = { formId: string; refusals: Page<Rejection>; isFirstPage: boolean };

/** The posts that were refused: when, why and from where; what they said is not kept. */
export function Refusals({ formId, refusals, isFirstPage }: RefusalsProps) {
  const path = `/forms/${formId}/activity`;
  return (
    <div className="grid gap-4">
      <Card className="overflow-hidden">
        <CardHeader className="border-b pb-4">
          <div>
            <CardTitle>Refused posts</CardTitle>
            <CardDescription>
              Of the last {REJECTIONS_KEPT_DAYS} days, added up by the minute. What was typed is not
              kept: each visitor was told why, and could send again.
            </CardDescription>
          </div>
        </CardHeader>
        {refusals.data.length === 0 ? (
          <EmptyState icon={ShieldCheck} title="Nothing was refused">
            Every post of the last {REJECTIONS_KEPT_DAYS} days was taken. If a message is missing,
            look into the spam folder, or whether your page posts to this form’s address.
          </EmptyState>
        ) : (
          <RefusalTable refusals={refusals.data} />
        )}
      </Card>
      <Pager
        firstHref={isFirstPage ? null : path}
        olderHref={
          refusals.nextCursor ? `${path}?cursor=${encodeURIComponent(refusals.nextCursor)}` : null
        }
      />
    </div>
  );
}

function RefusalTable({ refusals }: { refusals: readonly Rejection[] }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="Refused posts"
      className="overflow-x-auto focus-visible:-outline-offset-2"
    >
      <table className="w-full min-w-[36rem] text-left">
        <thead className="border-b text-xs text-muted-foreground">
          <tr>
            <th scope="col" className="px-4 py-2 font-medium sm:pl-6">
              When
            </th>
            <th scope="col" className="px-4 py-2 font-medium">
              Why
            </th>
            <th scope="col" className="px-4 py-2 font-medium">
              From
            </th>
            <th scope="col" className="px-4 py-2 text-right font-medium sm:pr-6">
              Posts
            </th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {refusals.map((refusal) => (
            <tr key={`${refusal.lastAt} ${refusal.code} ${refusal.origin}`}>
              <td className="px-4 py-3 align-top whitespace-nowrap sm:pl-6">
                <RelativeTime at={refusal.lastAt} />
              </td>
              <td className="px-4 py-3 align-top">
                {describeRefusal(refusal)}
                <span className="block font-mono text-xs text-muted-foreground">
                  {refusal.code}
                </span>
              </td>
              <td className="max-w-64 px-4 py-3 align-top break-words">
                <span className="flex items-start gap-1">
                  <bdi className="min-w-0">{describeOrigin(refusal)}</bdi>
                  {isOneOrigin(refusal) ? (
                    <CopyButton
                      text={refusal.origin}
                      what={`origin ${refusal.origin}`}
                      className="-my-1.5"
                    />
                  ) : null}
                </span>
              </td>
              <td className="tabular px-4 py-3 text-right align-top sm:pr-6">
                {formatCount(refusal.count)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
