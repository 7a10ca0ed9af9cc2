import { Badge } from "#components/ui/badge";
import { Card, CardHeader } from "#components/ui/card";
import { RelativeTime } from "#components/ui/relative-time";
import { countOf } from "#lib/core/count";
import type { JobReport } from "#lib/operations/operator-report";

const NAMES: Readonly<Record<string, string>> = {
  outbox: "Outbox drain",
  search: "Search indexing",
  maintenance: "Maintenance",
};

export function JobsCard({ jobs }: { jobs: readonly JobReport[] }) {
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
        <span>{NAMES[job]}</span>
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
