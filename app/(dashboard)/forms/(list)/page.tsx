import { FileText, Plus } from "lucide-react";
import type { Metadata } from "next";
import { ButtonLink } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { cn } from "#components/ui/cn";
import { EmptyState } from "#components/ui/empty-state";
import { Page } from "#components/ui/page";
import { PageHeader } from "#components/ui/page-header";
import { Pager } from "#components/ui/pager";
import { listForms } from "#lib/forms/forms";
import { ListFormsQuery } from "#lib/forms/schema";
import {
  ACTIVITY_DAYS,
  countMessages,
  listFormActivity,
  NO_ACTIVITY,
} from "#lib/submissions/count-submissions";
import { readQuery } from "../../../read-query";
import type { SearchParams } from "../../../search-params";
import { pageSession } from "../../page-session";
import { FORM_COLUMNS, FormRow } from "./form-row";

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
        description="Every form has an address of its own that your website posts to."
        actions={forms.data.length > 0 ? create : null}
      />
      <Card>
        {forms.data.length === 0 ? (
          <EmptyState icon={FileText} title="No form yet" action={create}>
            Create one, paste its snippet into your site, and messages arrive here.
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
