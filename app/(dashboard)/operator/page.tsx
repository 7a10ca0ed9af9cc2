import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Badge } from "#components/ui/badge";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { Stat } from "#components/ui/figures";
import { Page, PageHeader } from "#components/ui/page";
import { RelativeTime } from "#components/ui/relative-time";
import { countOf, formatBytes, formatCount } from "#lib/core/count";
import { settings } from "#lib/core/settings/settings";
import {
  getOperatorReport,
  type JobReport,
  type OperatorReport,
} from "#lib/entry/operations/operator-report";
import { pageSession } from "../page-session";
import { EmailCard } from "./email-card";
import { ModelCard } from "./model-card";

export const metadata: Metadata = { title: "Service status" };

export default async function OperatorPage() {
  // Other people don't learn that the page exists.
  if (!(await pageSession()).isOperator) notFound();
  const report = await getOperatorReport();
  return (
    <Page>
      <PageHeader
        title="Service status"
        description="For operators: stats for all workspaces and for the process that served this page."
      />
      <div className="grid gap-6">
        <QueueCard queues={report.queues} />
        <EmailCard email={report.email} />
        <ModelCard model={report.model} />
        <DatabaseCard {...report} />
        <JobsCard jobs={report.jobs} />
        <ProcessCard {...report} />
        <AllowedHostsCard hosts={report.allowedHosts} />
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
            note={storageNote(storage)}
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

function storageNote({ kind, acceptsFiles }: OperatorReport["storage"]): string {
  if (settings().uploadFiles === 0) return "uploads are off (UPLOAD_FILES=0)";
  if (kind === "s3") return "in a bucket";
  return acceptsFiles ? "on disk" : "uploads are off until S3_BUCKET is set";
}

const JOB_NAMES: Readonly<Record<string, string>> = {
  outbox: "Outbox drain",
  search: "Search indexing",
  maintenance: "Maintenance",
};

function JobsCard({ jobs }: { jobs: readonly JobReport[] }) {
  return (
    <Card>
      <CardHeader title="Jobs" description="Job runs since this process started." />
      <ul className="mt-4 divide-y border-t">
        {jobs.map((job) => (
          <JobRow key={job.job} {...job} />
        ))}
      </ul>
    </Card>
  );
}

function JobRow({ job, runs, failures, successAt, failureAt }: JobReport) {
  const isFailing = failureAt !== null && failureAt > (successAt ?? 0);
  return (
    <li className="flex flex-col gap-x-4 gap-y-1 px-4 py-3 sm:flex-row sm:items-center sm:px-6">
      <span className="flex flex-1 items-center justify-between gap-2 font-medium sm:justify-start">
        <span>{JOB_NAMES[job]}</span>
        {isFailing ? (
          <Badge tone="danger" withDot>
            Failing
          </Badge>
        ) : (
          <Badge tone={successAt === null ? "neutral" : "success"} withDot>
            {successAt === null ? "Waiting" : "Working"}
          </Badge>
        )}
      </span>
      <span className="tabular text-muted-foreground">
        {successAt === null ? (
          "Not run yet"
        ) : (
          <>
            Last success <RelativeTime at={successAt} />
          </>
        )}
        {runs > 0 ? ` · ${countOf(runs, "run")}` : null}
        {failures > 0 ? ` · ${countOf(failures, "failure")}` : null}
      </span>
    </li>
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
          <Stat
            label="Rate limits"
            value={LIMITERS[limiter.kind]}
            note={limiter.kind === "memory" ? "not shared with other processes" : null}
          />
          <Stat
            label="Version"
            value={versions.version}
            note={versions.commit ? `commit ${versions.commit.slice(0, 7)}` : null}
          />
          <Stat label="Node.js" value={versions.node} />
          <Stat label="PostgreSQL" value={versions.database} />
        </dl>
      </CardContent>
    </Card>
  );
}

function AllowedHostsCard({ hosts }: { hosts: readonly string[] }) {
  if (hosts.length === 0) return null;
  return (
    <Card>
      <CardHeader
        title="Private webhook hosts"
        description="Every workspace can send events to these hosts and ports, which needn’t be public (WEBHOOK_ALLOWED_HOSTS)."
      />
      <CardContent>
        <ul className="flex flex-wrap gap-2">
          {hosts.map((host) => (
            <li key={host}>
              <code className="rounded-sm bg-muted px-1.5 py-0.5 text-sm break-all">{host}</code>
            </li>
          ))}
        </ul>
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
