import { FileText, Plus, SearchX } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { FormStatusBadge } from "#components/forms/badges";
import { Badge } from "#components/ui/badge";
import { ButtonLink } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { cn } from "#components/ui/cn.ts";
import { EmptyState } from "#components/ui/empty-state";
import { Sparkline } from "#components/ui/figures";
import { Page, PageHeader, Pager } from "#components/ui/page";
import { RelativeTime } from "#components/ui/relative-time";
import { countOf, formatCount } from "#lib/core/count";
import { settings } from "#lib/core/settings/settings";
import { findFailingForms } from "#lib/domain/submissions/failed-deliveries";
import {
  type BrowsedForms,
  BrowseFormsQuery,
  browseForms,
  MAX_SORTED,
} from "#lib/domain/submissions/inbox/browse-forms";
import {
  ACTIVITY_DAYS,
  describeActivity,
  totalOf,
} from "#lib/domain/submissions/inbox/count-submissions";
import type { MessageTotals } from "#lib/domain/submissions/inbox/inbox-schema";
import { readQuery, type SearchParams } from "../../../search-params";
import { pageSession, readTotals } from "../../page-session";
import { FormTools } from "./form-tools";
import { formsHref } from "./forms-url";
import { RowActions } from "./row-actions";

export const metadata: Metadata = { title: "Forms" };

export default async function FormsPage({ searchParams }: { searchParams: SearchParams }) {
  const { ctx } = await pageSession();
  const query = await readQuery(BrowseFormsQuery, searchParams);
  const [forms, totals, failingIds] = await Promise.all([
    browseForms(ctx, query),
    readTotals(),
    findFailingForms(ctx),
  ]);
  const { search, sort, cursor } = query;
  const hasForms = forms.data.length > 0 || search !== undefined;
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
        actions={hasForms ? create : null}
      />
      {hasForms ? <FormTools search={search ?? ""} sort={sort} /> : null}
      <Card>
        {forms.data.length > 0 ? (
          <FormList forms={forms} totals={totals} failingIds={failingIds} />
        ) : search === undefined ? (
          <EmptyState icon={FileText} title="No forms yet" action={create}>
            Create a form and add its snippet to your site to start receiving messages.
          </EmptyState>
        ) : (
          <EmptyState
            icon={SearchX}
            title={`No form is called “${search}”`}
            action={
              <ButtonLink href={formsHref({ sort })} variant="outline">
                Clear search
              </ButtonLink>
            }
          >
            Search covers form names only.
          </EmptyState>
        )}
      </Card>
      {forms.isCut ? (
        <p className="mt-4 text-muted-foreground">
          Only your newest {formatCount(MAX_SORTED)} forms are searched and sorted.
        </p>
      ) : null}
      <div className="mt-4">
        <Pager
          path="/forms"
          filter={{ search, sort: sort === "latest" ? null : sort }}
          cursor={cursor}
          nextCursor={forms.nextCursor}
          {...(sort === "created" || sort === "latest" ? {} : { labels: ["First", "More"] })}
        />
      </div>
    </Page>
  );
}

type FormListProps = {
  forms: BrowsedForms;
  totals: readonly MessageTotals[];
  failingIds: ReadonlySet<string>;
};

function FormList({ forms, totals, failingIds }: FormListProps) {
  const { baseUrl } = settings();
  return (
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
      </div>
      <ul className="divide-y">
        {forms.data.map((form) => (
          <FormRow
            key={form.id}
            form={form}
            totals={totals.filter(({ formId }) => formId === form.id)}
            isFailing={failingIds.has(form.id)}
            address={`${baseUrl}/f/${form.publicKey}`}
          />
        ))}
      </ul>
    </>
  );
}

const FORM_COLUMNS = "md:grid-cols-[1fr_12rem_9rem_4.5rem]";

type FormRowProps = {
  form: BrowsedForms["data"][number];
  totals: readonly MessageTotals[];
  /** True if emails or webhook events about its messages are failing. */
  isFailing: boolean;
  address: string;
};

function FormRow({ form, totals, isFailing, address }: FormRowProps) {
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
            className="stretched-link min-w-0 truncate font-medium"
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
