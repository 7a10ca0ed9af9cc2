import Link from "next/link";
import { FormStatusBadge } from "#components/forms/badges";
import { Badge } from "#components/ui/badge";
import { cn } from "#components/ui/cn.ts";
import { Sparkline } from "#components/ui/figures";
import { RelativeTime } from "#components/ui/relative-time";
import { countOf, formatCount } from "#lib/core/count";
import type { BrowsedForms } from "#lib/submissions/browse-forms";
import { describeActivity, type MessageTotals, totalOf } from "#lib/submissions/count-submissions";
import { RowActions } from "./row-actions";

export const FORM_COLUMNS = "md:grid-cols-[1fr_12rem_9rem_4.5rem]";

type FormRowProps = {
  form: BrowsedForms["data"][number];
  totals: readonly MessageTotals[];
  /** True if emails or webhook events about its messages are failing. */
  isFailing: boolean;
  /** The URL that a website submits to. */
  address: string;
};

export function FormRow({ form, totals, isFailing, address }: FormRowProps) {
  const { activity } = form;
  const recent = totalOf(activity);
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
            title={form.name}
            className="min-w-0 truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
          >
            {form.name}
          </Link>
          {isFailing ? (
            <Badge tone="danger" withDot>
              Failing
            </Badge>
          ) : null}
          {unread > 0 ? <Badge tone="accent">{formatCount(unread)} unread</Badge> : null}
          {form.status === "paused" ? <FormStatusBadge status="paused" /> : null}
        </h2>
        <p className="mt-0.5 truncate text-muted-foreground">
          {form.recipientIds.length > 0
            ? `Notifies ${countOf(form.recipientIds.length, "recipient")}`
            : "No notifications"}
        </p>
      </div>
      <div className="flex items-center gap-3 max-md:order-4 max-md:justify-self-end">
        {recent > 0 ? (
          <>
            <Sparkline
              values={activity.perDay}
              label={describeActivity(activity)}
              className="h-7 w-32"
            />
            <span aria-hidden className="tabular text-muted-foreground max-md:hidden">
              {formatCount(recent)}
            </span>
          </>
        ) : null}
      </div>
      <div className="max-md:order-3 md:text-right">
        <p className={cn("tabular", messages === 0 && "text-muted-foreground")}>
          {messages === 0 ? "No messages yet" : countOf(messages, "message")}
        </p>
        {activity.lastReceivedAt ? (
          <p className="mt-0.5 text-muted-foreground">
            Latest: <RelativeTime at={activity.lastReceivedAt} />
          </p>
        ) : null}
      </div>
      <div className="flex justify-end self-start max-md:order-2 md:self-center">
        <RowActions id={form.id} name={form.name} address={address} />
      </div>
    </li>
  );
}
