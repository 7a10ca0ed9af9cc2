import { CircleCheck, Send } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { BLOCKED_TEXTS } from "#components/forms/recipient-block.ts";
import { RefreshPage } from "#components/shell/use-polling.ts";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { Notice } from "#components/ui/notice";
import { Page, PageHeader, Pager } from "#components/ui/page";
import { db } from "#lib/adapters/db/database";
import { type DigestDelivery, listDigests } from "#lib/domain/emails/digests/list-digests";
import { listFormNames } from "#lib/domain/forms/forms";
import { listBlockedRecipients } from "#lib/domain/recipients/store";
import {
  type ChannelState,
  getDeliveryOverview,
  isTroubled,
} from "#lib/domain/submissions/delivery-overview";
import { countFailed, listFailed } from "#lib/domain/submissions/failed-deliveries";
import { ListFailedQuery } from "#lib/domain/submissions/inbox/inbox-schema";
import { readQuery, type SearchParams } from "../../search-params";
import { pageSession } from "../page-session";
import { DigestsCard } from "./digests-card";
import { FailedCard } from "./failed-card";
import { OverviewCard } from "./overview-card";
import { TroubleCard } from "./trouble-card";

export const metadata: Metadata = { title: "Deliveries" };

/** How often the page refreshes while a delivery is waiting. */
const REFRESH_MS = 5_000;

export default async function DeliveriesPage({ searchParams }: { searchParams: SearchParams }) {
  const { ctx } = await pageSession();
  const { cursor, ...filter } = await readQuery(ListFailedQuery, searchParams);
  const [states, failed, counts, forms, blocked, digests] = await Promise.all([
    getDeliveryOverview(ctx),
    listFailed(ctx, { ...filter, cursor }),
    countFailed(ctx, filter),
    listFormNames(ctx),
    listBlockedRecipients(db(), ctx),
    listDigests(ctx),
  ]);
  const isFiltered = Object.keys(filter).length > 0 || cursor !== undefined;
  const hasFailed = failed.data.length > 0 || isFiltered;
  const troubled = states.filter(isTroubled).toSorted(byLastFailure);
  const others = states.filter((state) => !isTroubled(state));
  const kinds = [...new Set(states.map(({ kind }) => kind))];
  return (
    <Page>
      <PageHeader
        title="Deliveries"
        description="See whether emails and webhook events about your messages arrive."
      />
      <div className="grid gap-6">
        <BlockedNotice blocked={blocked} />
        {troubled.length > 0 ? <TroubleCard states={troubled} /> : null}
        {hasFailed ? (
          <FailedCard
            filter={filter}
            forms={forms}
            kinds={kinds}
            failed={failed.data}
            counts={counts}
          />
        ) : null}
        <Pager path="/deliveries" filter={filter} cursor={cursor} nextCursor={failed.nextCursor} />
        {others.length > 0 ? <OverviewCard states={others} isFolded={troubled.length > 0} /> : null}
        {digests.length > 0 ? <DigestsCard digests={digests} /> : null}
        {states.length === 0 ? (
          <Card>
            <EmptyState icon={Send} title="Nothing to deliver yet">
              Add a recipient or a webhook to a form. Each email and event appears here.
            </EmptyState>
          </Card>
        ) : null}
        {states.length > 0 && troubled.length === 0 && !hasFailed && !digests.some(isFailed) ? (
          <p className="flex items-center gap-2 text-muted-foreground">
            <CircleCheck aria-hidden className="size-4" />
            No failed deliveries.
          </p>
        ) : null}
      </div>
      {states.some(({ waiting }) => waiting > 0) || digests.some(isWaiting) ? (
        <RefreshPage everyMs={REFRESH_MS} />
      ) : null}
    </Page>
  );
}

const isWaiting = ({ status }: DigestDelivery) =>
  status === "queued" || status === "sending" || status === "retrying";

const isFailed = ({ status }: DigestDelivery) => status === "failed" || status === "uncertain";

/** Sorts by the latest failure. */
function byLastFailure(one: ChannelState, other: ChannelState): number {
  return (other.lastFailedAt ?? 0) - (one.lastFailedAt ?? 0);
}

type BlockedNoticeProps = { blocked: Awaited<ReturnType<typeof listBlockedRecipients>> };

function BlockedNotice({ blocked }: BlockedNoticeProps) {
  if (blocked.length === 0) return null;
  return (
    <Notice tone="warning">
      <ul className="grid gap-2">
        {blocked.map(({ id, email, reason }) => (
          <li key={id}>
            <span className="font-medium wrap-anywhere">{email}</span>: {BLOCKED_TEXTS[reason]}
          </li>
        ))}
      </ul>
      <p className="mt-2">
        <Link href="/recipients" className="link">
          View recipients
        </Link>
      </p>
    </Notice>
  );
}
