import Link from "next/link";
import { FormStatusBadge } from "#components/forms/form-status-badge";
import { countOf } from "#components/ui/count";
import { RelativeTime } from "#components/ui/relative-time";
import type { FormSummary } from "#lib/forms/schema";
import type { MessageTotals } from "#lib/submissions/count-messages";

type FormRowProps = {
  form: FormSummary;
  totals: readonly MessageTotals[];
  lastReceivedAt: number | null;
};

export function FormRow({ form, totals, lastReceivedAt }: FormRowProps) {
  const messages = totals.reduce((sum, { total }) => sum + total, 0);
  const unread = totals
    .filter(({ folder }) => folder === "inbox")
    .reduce((sum, entry) => sum + entry.unread, 0);
  return (
    <li className="relative flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-4 transition-colors duration-150 hover:bg-accent/50 sm:flex-nowrap sm:px-6">
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="flex items-center gap-2">
          <Link
            href={`/forms/${form.id}`}
            className="truncate font-medium after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
          >
            {form.name}
          </Link>
        </h2>
        <p className="mt-0.5 truncate text-muted-foreground">
          {form.recipientIds.length > 0
            ? `Notifies ${countOf(form.recipientIds.length, "recipient")}`
            : "Notifies nobody: messages wait in the inbox"}
        </p>
      </div>
      <div className="text-left sm:text-right">
        <p className="tabular">
          {countOf(messages, "message")}
          {unread > 0 ? <span className="font-medium text-primary"> · {unread} unread</span> : null}
        </p>
        <p className="mt-0.5 text-muted-foreground">
          {lastReceivedAt ? (
            <>
              Last <RelativeTime at={lastReceivedAt} />
            </>
          ) : (
            "Nothing received yet"
          )}
        </p>
      </div>
      <div className="flex w-20 justify-end max-sm:ml-auto">
        <FormStatusBadge status={form.status} />
      </div>
    </li>
  );
}
