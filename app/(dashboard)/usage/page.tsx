import type { Metadata } from "next";
import { Card, CardContent, CardHeader, CardTitle } from "#components/ui/card";
import { formatBytes, formatCount } from "#components/ui/count";
import { Meter } from "#components/ui/meter";
import { Page } from "#components/ui/page";
import { PageHeader } from "#components/ui/page-header";
import { FOLDERS } from "#lib/submissions/schema";
import { getUsage } from "#lib/usage/get-usage";
import { pageSession } from "../page-session";
import { Figure } from "./figure";
import { PlanChoice } from "./plan-choice";

export const metadata: Metadata = { title: "Usage and plan" };

const FOLDER_LABELS = { inbox: "Inbox", archive: "Archive", spam: "Spam" } as const;

function monthName(at: number): string {
  return new Intl.DateTimeFormat("en-GB", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(at);
}

function dayName(at: number): string {
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  }).format(at);
}

export default async function UsagePage() {
  const { ctx, account } = await pageSession();
  const usage = await getUsage(ctx);
  const month = monthName(usage.periodStart);
  const left = Math.max(0, usage.allowance - usage.accepted);
  return (
    <Page>
      <PageHeader
        title="Usage and plan"
        description={`${month}, counted by the UTC month. It starts over on ${dayName(usage.periodEnd)}.`}
      />
      <div className="grid gap-6">
        <Card>
          <CardContent className="grid gap-6">
            <div className="grid gap-3">
              <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                <span>
                  <span className="tabular text-2xl font-semibold tracking-tight">
                    {formatCount(usage.accepted)}
                  </span>{" "}
                  <span className="text-muted-foreground">
                    of {formatCount(usage.allowance)} messages
                  </span>
                </span>
                <span className="tabular text-muted-foreground">{formatCount(left)} left</span>
              </p>
              <Meter value={usage.accepted} max={usage.allowance} label="Allowance used" />
              <p className="text-pretty text-muted-foreground">
                Deleting messages does not lower the count. Spam is free.
              </p>
            </div>
            <dl className="grid grid-cols-2 gap-4 border-t pt-6 sm:grid-cols-5">
              <Figure label="Spam this month" value={formatCount(usage.spam)} />
              {FOLDERS.map((folder) => (
                <Figure
                  key={folder}
                  label={`In ${FOLDER_LABELS[folder].toLowerCase()}`}
                  value={formatCount(usage.folders[folder] ?? 0)}
                />
              ))}
              <Figure label="Files stored" value={formatBytes(usage.storageBytes)} />
            </dl>
          </CardContent>
        </Card>
        <Card>
          <CardHeader>
            <CardTitle>Plan</CardTitle>
          </CardHeader>
          <CardContent>
            <PlanChoice current={account.workspace.plan} />
          </CardContent>
        </Card>
      </div>
    </Page>
  );
}
