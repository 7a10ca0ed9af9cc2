import Link from "next/link";
import { Card, CardContent } from "#components/ui/card";
import { Meter } from "#components/ui/meter";
import { Notice } from "#components/ui/notice";
import { Stat } from "#components/ui/stat";
import { formatBytes, formatCount } from "#lib/core/count";
import { formatUtc } from "#lib/core/moment";
import { FOLDERS } from "#lib/submissions/schema";
import type { Usage } from "#lib/usage/schema";

const FOLDER_LABELS = {
  inbox: "In the inbox",
  archive: "In the archive",
  spam: "In spam",
} as const;

/** What of the allowance is used, and what is stored. */
export function AllowanceCard({ usage }: { usage: Usage }) {
  const left = Math.max(0, usage.allowance - usage.accepted);
  return (
    <Card>
      <CardContent className="grid gap-3">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <span>
            <span className="tabular text-3xl leading-9 font-semibold tracking-tight">
              {formatCount(usage.accepted)}
            </span>{" "}
            <span className="tabular ml-0.5 text-muted-foreground">
              of {formatCount(usage.allowance)} messages
            </span>
          </span>
          <span className="tabular text-muted-foreground">{formatCount(left)} left</span>
        </p>
        <Meter value={usage.accepted} max={usage.allowance} label="Allowance used" />
        <p className="max-w-prose text-pretty text-muted-foreground">
          Every message that is not spam counts, even after it is moved or deleted. Spam is free.
        </p>
        <NearTheEnd usage={usage} />
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

/** Before messages are refused, and when they are, in words that say what visitors meet. */
function NearTheEnd({ usage: { accepted, allowance, periodEnd } }: { usage: Usage }) {
  if (accepted < allowance * 0.8) return null;
  const until = `${formatUtc(periodEnd, "dayOfYear")} (UTC)`;
  return accepted < allowance ? (
    <Notice tone="warning">
      {Math.floor((accepted / allowance) * 100)} % are used. At 100 % visitors are told that the
      form takes no messages at the moment, until {until}. A larger plan takes effect at once.
    </Notice>
  ) : (
    <Notice tone="danger">
      The allowance is used up: visitors are told that the form takes no messages at the moment,
      until {until}. A larger plan takes effect at once.
    </Notice>
  );
}
