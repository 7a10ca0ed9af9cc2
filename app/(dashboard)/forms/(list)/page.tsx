import { FileText, Plus } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { FormStatusBadge } from "#components/forms/badges";
import { Badge } from "#components/ui/badge";
import { ButtonLink } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { cn } from "#components/ui/cn";
import { EmptyState } from "#components/ui/empty-state";
import { Sparkline } from "#components/ui/figures";
import { Page, PageHeader, Pager } from "#components/ui/page";
import { RelativeTime } from "#components/ui/relative-time";
import { countOf, formatCount } from "#lib/core/count";
import { listForms } from "#lib/forms/forms";
import { type FormSummary, ListFormsQuery } from "#lib/forms/schema";
import {
  ACTIVITY_DAYS,
  countMessages,
  describeActivity,
  type FormActivity,
  listFormActivity,
  type MessageTotals,
  NO_ACTIVITY,
} from "#lib/submissions/count-submissions";
import { readQuery, type SearchParams } from "../../../search-params";
import { pageSession } from "../../page-session";

export const metadata: Metadata = { title: "Forms" };

export default async function FormsPage({ searchParams }: { searchParams: SearchParams }) {
  const { ctx } = await pageSession();
  const query = await readQuery(ListFormsQuery, searchParams);
  const [forms, totals] = await Promise.all([listForms(ctx, query), countMessages(ctx)]);
  const activities = await listFormActivity(
    ctx,
    forms.data.map(({ id }) => id),
  );
  const create = (
    <ButtonLink href="/forms/new">
      <Plus aria-hidden />
      New form
    </ButtonLink>
  );
  return (
    <Page>
      <PageHeader
        title="Forms"
        description="Each form has its own URL for your website to submit to."
        actions={forms.data.length > 0 ? create : null}
      />
      <Card>
        {forms.data.length === 0 ? (
          <EmptyState icon={FileText} title="No forms yet" action={create}>
            Create a form and add its snippet to your site to start receiving messages.
          </EmptyState>
        ) : (
          <>
            <div
              aria-hidden
              className={cn(
                "hidden gap-x-6 border-b px-6 py-2 text-xs text-muted-foreground md:grid",
                FORM_COLUMNS,
              )}
            >
              <span>Form</span>
              <span>Last {ACTIVITY_DAYS} days</span>
              <span className="text-right">Messages</span>
              <span className="text-right">Status</span>
            </div>
            <ul className="divide-y">
              {forms.data.map((form) => (
                <FormRow
                  key={form.id}
                  form={form}
                  totals={totals.filter(({ formId }) => formId === form.id)}
                  activity={activities.get(form.id) ?? NO_ACTIVITY}
                />
              ))}
            </ul>
          </>
        )}
      </Card>
      <div className="mt-4">
        <Pager
          firstHref={query.cursor ? "/forms" : null}
          olderHref={forms.nextCursor ? `/forms?cursor=${forms.nextCursor}` : null}
        />
      </div>
    </Page>
  );
}

const FORM_COLUMNS = "md:grid-cols-[1fr_8rem_9rem_5rem]";

type FormRowProps = {
  form: FormSummary;
  totals: readonly MessageTotals[];
  activity: FormActivity;
};

function FormRow({ form, totals, activity }: FormRowProps) {
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
        <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1">
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
            : "No notifications"}
        </p>
      </div>
      <Sparkline
        values={activity.perDay}
        label={describeActivity(activity)}
        className="h-7 w-32 max-md:order-4 max-md:justify-self-end"
      />
      <div className="max-md:order-3 md:text-right">
        <p className="tabular">{countOf(messages, "message")}</p>
        {activity.lastReceivedAt ? (
          <p className="mt-0.5 text-muted-foreground">
            Latest: <RelativeTime at={activity.lastReceivedAt} />
          </p>
        ) : null}
      </div>
      <div className="flex justify-end max-md:order-2">
        <FormStatusBadge status={form.status} />
      </div>
    </li>
  );
}
