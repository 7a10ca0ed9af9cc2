import Link from "next/link";
import { FormStatusBadge } from "#components/forms/form-status-badge";
import { Badge } from "#components/ui/badge";
import { cn } from "#components/ui/cn";
import { RelativeTime } from "#components/ui/relative-time";
import { Sparkline } from "#components/ui/sparkline";
import { countOf, formatCount } from "#lib/core/count";
import type { FormSummary } from "#lib/forms/schema";
import type { FormActivity, MessageTotals } from "#lib/submissions/count-submissions";
import { describeActivity } from "../activity-words";

export const FORM_COLUMNS = "md:grid-cols-[1fr_8rem_9rem_5rem]";

type FormRowProps = {
  form: FormSummary;
  totals: readonly MessageTotals[];
  activity: FormActivity;
};

export function FormRow({ form, totals, activity }: FormRowProps) {
  const messages = totals.reduce((sum, { total }) => sum + total, 0);
  const unread = totals
    .filter(({ folder }) => folder === "inbox")
    .reduce((sum, entry) => sum + entry.unread, 0);
  return (
    <li
      className={cn(
        "relative grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-3 px-4 py-4 transition-colors duration-150 hover:bg-accent/50 sm:px-6",
        FORM_COLUMNS,
      )}
    >
      <div className="min-w-0">
        <h2 className="flex items-center gap-2">
          <Link
            href={`/forms/${form.id}`}
            className="truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
          >
            {form.name}
          </Link>
          {unread > 0 ? <Badge tone="accent">{formatCount(unread)} unread</Badge> : null}
        </h2>
        <p className="mt-0.5 truncate text-muted-foreground">
          {form.recipientIds.length > 0
            ? `Notifies ${countOf(form.recipientIds.length, "recipient")}`
            : "Notifies nobody: messages wait in the inbox"}
        </p>
      </div>
      <Sparkline
        values={activity.perDay}
        label={describeActivity(activity)}
        className="h-7 w-32 max-md:order-4 max-md:justify-self-end"
      />
      <div className="max-md:order-3 md:text-right">
        <p className="tabular">{countOf(messages, "message")}</p>
        <p className="mt-0.5 text-muted-foreground">
          {activity.lastReceivedAt ? (
            <>
              Latest: <RelativeTime at={activity.lastReceivedAt} />
            </>
          ) : (
            "Nothing received yet"
          )}
        </p>
      </div>
      <div className="flex justify-end max-md:order-2">
        <FormStatusBadge status={form.status} />
      </div>
    </li>
  );
}
