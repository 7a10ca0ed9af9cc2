import type { Metadata } from "next";
import { Page } from "#components/ui/page";
import { PageHeader } from "#components/ui/page-header";
import { formatUtc, utcDay } from "#lib/core/moment";
import { getUsage, getUsageHistory } from "#lib/usage/get-usage";
import { type SearchParams, single } from "../../search-params";
import { pageSession } from "../page-session";
import { AllowanceCard } from "./allowance-card";
import { PlanChoice } from "./plan-choice";
import { UsageCharts } from "./usage-charts";

export const metadata: Metadata = { title: "Usage and plan" };

export default async function UsagePage({ searchParams }: { searchParams: SearchParams }) {
  const { ctx, account } = await pageSession();
  const asked = single((await searchParams).month);
  const [usage, history] = await Promise.all([getUsage(ctx), getUsageHistory(ctx)]);
  const chosen = history.find(({ month }) => month === asked) ?? history.at(-1);
  return (
    <Page>
      <PageHeader
        title="Usage and plan"
        description={`${formatUtc(usage.periodStart, "month")}. Resets on ${formatUtc(usage.periodEnd, "dayOfYear")} (UTC).`}
      />
      <div className="grid gap-6">
        <AllowanceCard usage={usage} />
        {chosen ? <UsageCharts history={history} chosen={chosen} today={utcDay(ctx.now)} /> : null}
        <PlanChoice current={account.workspace.plan} accepted={usage.accepted} />
      </div>
    </Page>
  );
}
