import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Badge } from "#components/ui/badge";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { Stat } from "#components/ui/figures";
import { Page, PageHeader } from "#components/ui/page";
import { isOperator } from "#lib/accounts/sessions";
import { countOf, formatBytes, formatCount } from "#lib/core/count";
import { getOperatorReport, type OperatorReport } from "#lib/operations/operator-report";
import { pageSession } from "../page-session";
import { JobsCard } from "./jobs-card";

export const metadata: Metadata = { title: "Service status" };

export default async function OperatorPage() {
  // Others don't learn that the page exists.
  if (!isOperator(await pageSession())) notFound();
  const report = await getOperatorReport();
  return (
    <Page>
      <PageHeader
        title="Service status"
        description="For operators: stats for all workspaces and for the process that served this page."
      />
      <div className="grid gap-6">
        <QueueCard queues={report.queues} />
        <DatabaseCard {...report} />
        <JobsCard jobs={report.jobs} />
        <ProcessCard {...report} />
      </div>
    </Page>
  );
}

const FIGURES = "grid grid-cols-2 gap-x-4 gap-y-5 md:grid-cols-4";

function QueueCard({ queues }: Pick<OperatorReport, "queues">) {
  const { dueCount, oldestDueSeconds, emailsSent, emailsFailed, eventsSent, eventsFailed } = queues;
  return (
    <Card>
      <CardHeader
        title="Queue"
        description="Emails and webhook events that are due, and what this process has sent since it started."
      >
        {queues.isCaptured ? <Badge>Emails are captured</Badge> : null}
      </CardHeader>
      <CardContent>
        <dl className={FIGURES}>
          <Stat label="Due now" value={formatCount(dueCount)} />
          <Stat
            label="Oldest waiting"
            value={oldestDueSeconds === null ? "–" : formatDuration(oldestDueSeconds)}
          />
          <Stat
            label="Emails sent"
            value={formatCount(emailsSent)}
            note={failedNote(emailsFailed)}
          />
          <Stat
            label="Events sent"
            value={formatCount(eventsSent)}
            note={failedNote(eventsFailed)}
          />
        </dl>
      </CardContent>
    </Card>
  );
}

const failedNote = (count: number) => (count > 0 ? `${formatCount(count)} failed` : null);

function DatabaseCard({ database, queues, storage }: OperatorReport) {
  return (
    <Card>
      <CardHeader title="Database and storage" />
      <CardContent>
        <dl className={FIGURES}>
          <Stat
            label="Connections"
            value={formatCount(database.active + database.idle)}
            note={`of ${formatCount(database.max)}, ${formatCount(database.active)} busy`}
          />
          <Stat label="Queries waiting" value={formatCount(database.waiting)} />
          <Stat label="Database" value={formatBytes(database.bytes)} />
          <Stat
            label="Uploaded files"
            value={formatBytes(storage.bytes)}
            note={storage.kind === "s3" ? "in a bucket" : "on disk"}
          />
          <Stat
            label="Search backlog"
            value={formatCount(queues.searchBacklog)}
            note="messages to index"
          />
        </dl>
      </CardContent>
    </Card>
  );
}

const LIMITERS = { memory: "In this process", redis: "Redis", upstash: "Upstash Redis" } as const;

function ProcessCard({ versions, process, limiter }: OperatorReport) {
  return (
    <Card>
      <CardHeader title="Process">
        {limiter.isFallback ? (
          <Badge tone="warning">
            Shared rate limiter unavailable; limits are counted in this process
          </Badge>
        ) : null}
      </CardHeader>
      <CardContent>
        <dl className={FIGURES}>
          <Stat label="Running for" value={formatDuration(process.uptimeSeconds)} />
          <Stat label="Memory" value={formatBytes(process.memoryBytes)} />
          <Stat label="Rate limits" value={LIMITERS[limiter.kind]} />
          <Stat label="Version" value={versions.service} />
          <Stat label="Node.js" value={versions.node} />
          <Stat label="PostgreSQL" value={versions.database} />
        </dl>
      </CardContent>
    </Card>
  );
}

const UNITS = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
] as const;

/** A duration in the largest unit that fits: "45 seconds", "3 hours". */
function formatDuration(seconds: number): string {
  const [size, unit] = UNITS.find(([unitSeconds]) => seconds >= unitSeconds) ?? [1, "second"];
  return countOf(Math.floor(seconds / size), unit);
}
