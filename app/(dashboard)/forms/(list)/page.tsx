import { FileText, Plus, SearchX } from "lucide-react";
import type { Metadata } from "next";
import { ButtonLink } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { cn } from "#components/ui/cn.ts";
import { EmptyState } from "#components/ui/empty-state";
import { Page, PageHeader, Pager } from "#components/ui/page";
import { formatCount } from "#lib/core/count";
import { settings } from "#lib/core/settings";
import {
  type BrowsedForms,
  BrowseFormsQuery,
  browseForms,
  MAX_SORTED,
} from "#lib/submissions/browse-forms";
import {
  ACTIVITY_DAYS,
  countMessages,
  type MessageTotals,
} from "#lib/submissions/count-submissions";
import { findFailingForms } from "#lib/submissions/failed-deliveries";
import { readQuery, type SearchParams } from "../../../search-params";
import { pageSession } from "../../page-session";
import { FORM_COLUMNS, FormRow } from "./form-row";
import { FormTools } from "./form-tools";
import { formsHref } from "./forms-url";

export const metadata: Metadata = { title: "Forms" };

export default async function FormsPage({ searchParams }: { searchParams: SearchParams }) {
  const { ctx } = await pageSession();
  const query = await readQuery(BrowseFormsQuery, searchParams);
  const [forms, totals, failingIds] = await Promise.all([
    browseForms(ctx, query),
    countMessages(ctx),
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
          firstHref={cursor ? formsHref({ search, sort }) : null}
          olderHref={
            forms.nextCursor ? formsHref({ search, sort, cursor: forms.nextCursor }) : null
          }
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
