import type { Metadata } from "next";
import { Card, CardContent } from "#components/ui/card";
import { Notice } from "#components/ui/notice";
import { Page, PageHeader } from "#components/ui/page";
import { listRecipients } from "#lib/recipients/store";
import { type SearchParams, single } from "../../../search-params";
import { pageSession } from "../../page-session";
import { CreateFormForm } from "./create-form-form";

export const metadata: Metadata = { title: "New form" };

type NewFormPageProps = { searchParams: SearchParams };

export default async function NewFormPage({ searchParams }: NewFormPageProps) {
  const { ctx, account } = await pageSession();
  const isJustConfirmed = single((await searchParams).confirmed) === "true";
  const recipients = await listRecipients(ctx);
  return (
    <Page width="narrow">
      <PageHeader title="New form" back={{ href: "/forms", label: "Forms" }} />
      {isJustConfirmed ? (
        <div className="mb-6">
          <Notice tone="success" role="status">
            <span className="font-medium wrap-anywhere">{account.user.email}</span> is confirmed.
            Name your first form, then copy its code into your site.
          </Notice>
        </div>
      ) : null}
      <Card>
        <CardContent>
          <CreateFormForm draftKey={`new-form-${ctx.workspaceId}`} recipients={recipients} />
        </CardContent>
      </Card>
    </Page>
  );
}
