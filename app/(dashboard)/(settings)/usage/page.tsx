import type { Metadata } from "next";
import Link from "next/link";
import { Card, CardContent } from "#components/ui/card";
import { Meter, Stat } from "#components/ui/figures";
import { Notice } from "#components/ui/notice";
import { SectionHeader } from "#components/ui/page";
import { countOf, formatBytes, formatCount } from "#lib/core/count";
import { formatUtc, utcDay } from "#lib/core/dates";
import { FOLDERS } from "#lib/domain/submissions/schema";
import { getUsage, getUsageHistory, hasPlans, NEARLY_USED } from "#lib/domain/usage/get-usage";
import { HELD_UP_TO, type Usage } from "#lib/domain/usage/schema";
import { type SearchParams, singleValue } from "../../../search-params";
import { pageSession } from "../../page-session";
import { PlanChoice } from "./plan-choice";
import { UsageCharts } from "./usage-charts";

export const metadata: Metadata = { title: "Usage" };

export default async function UsagePage({ searchParams }: { searchParams: SearchParams }) {
  const { ctx, account, role } = await pageSession();
  const { plan } = account.workspace;
  const asked = singleValue((await searchParams).month);
  const [usage, history] = await Promise.all([getUsage(ctx), getUsageHistory(ctx)]);
  const selected = history.find(({ month }) => month === asked) ?? history.at(-1);
  return (
    <>
      <SectionHeader
        title="Usage"
        description={`${formatUtc(usage.periodStart, "month")}. Resets on ${formatUtc(usage.periodEnd, "dayOfYear")} (UTC).`}
      />
      <div className="grid gap-6">
        <AllowanceCard usage={usage} />
        {selected ? (
          <UsageCharts history={history} selected={selected} today={utcDay(ctx.now)} />
        ) : null}
        {plan ? (
          <PlanChoice current={plan} accepted={usage.accepted} canSwitch={role === "owner"} />
        ) : null}
      </div>
    </>
  );
}

const FOLDER_LABELS = {
  inbox: "In the inbox",
  archive: "In the archive",
  spam: "In spam",
} as const;

function AllowanceCard({ usage }: { usage: Usage }) {
  const { accepted, allowance } = usage;
  return (
    <Card>
      <CardContent className="grid gap-3">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <span>
            <span className="tabular text-3xl leading-9 font-semibold tracking-tight">
              {formatCount(accepted)}
            </span>{" "}
            <span className="tabular ml-0.5 text-muted-foreground">
              {allowance === null ? null : `of ${formatCount(allowance)} `}
              {allowance === null && accepted === 1 ? "message" : "messages"}
            </span>
          </span>
          <span className="tabular text-muted-foreground">
            {allowance === null
              ? "No monthly limit"
              : `${formatCount(Math.max(0, allowance - accepted))} left`}
          </span>
        </p>
        {allowance === null ? null : (
          <Meter value={accepted} max={allowance} label="Allowance used" />
        )}
        {usage.held > 0 ? (
          <p className="text-muted-foreground">
            {usage.held === 1 ? "1 message is" : `${countOf(usage.held, "message")} are`} on hold.
          </p>
        ) : null}
        <p className="max-w-prose text-pretty text-muted-foreground">
          Every message except spam counts, even if it’s moved or deleted later.
        </p>
        {allowance === null ? null : <NearTheEnd usage={{ ...usage, allowance }} />}
      </CardContent>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-5 border-t px-4 py-4 sm:px-6 sm:py-5 md:grid-cols-4">
        {FOLDERS.map((folder) => (
          <Stat
            key={folder}
            label={
              <Link
                href={`/inbox?folder=${folder}`}
                className="hover:text-foreground hover:underline"
              >
                {FOLDER_LABELS[folder]}
              </Link>
            }
            value={formatCount(usage.folders[folder] ?? 0)}
          />
        ))}
        <Stat label="Storage" value={formatBytes(usage.storageBytes)} />
      </dl>
    </Card>
  );
}

type LimitedUsage = Pick<Usage, "accepted" | "periodEnd"> & { allowance: number };

function NearTheEnd({ usage: { accepted, allowance, periodEnd } }: { usage: LimitedUsage }) {
  const more = hasPlans()
    ? "A larger plan takes effect immediately."
    : "The people who run this service can raise it.";
  if (accepted < allowance * NEARLY_USED) return null;
  const until = `${formatUtc(periodEnd, "dayOfYear")} (UTC)`;
  if (accepted < allowance)
    return (
      <Notice tone="warning">
        You’ve used {Math.floor((accepted / allowance) * 100)}% of your allowance. After that,
        messages are still stored, but their emails and webhook events are held until {until}.{" "}
        {more}
      </Notice>
    );
  return accepted < allowance * HELD_UP_TO ? (
    <Notice tone="warning">
      You’ve used up your allowance. New messages are stored, but their emails and webhook events
      are held until {until}. At {formatCount(allowance * HELD_UP_TO)} messages, your forms stop
      accepting new ones. {more}
    </Notice>
  ) : (
    <Notice tone="danger">
      You’ve used twice your allowance. Your forms don’t accept messages until {until}. {more}
    </Notice>
  );
}
