import type { Metadata } from "next";
import { Card, CardContent } from "#components/ui/card";
import { Page, PageHeader } from "#components/ui/page";
import { listRecipients } from "#lib/recipients/store";
import { pageSession } from "../../page-session";
import { CreateFormForm } from "./create-form-form";

export const metadata: Metadata = { title: "New form" };

export default async function NewFormPage() {
  const { ctx } = await pageSession();
  const recipients = await listRecipients(ctx);
  return (
    <Page width="narrow">
      <PageHeader title="New form" back={{ href: "/forms", label: "Forms" }} />
      <Card>
        <CardContent>
          <CreateFormForm draftKey={`new-form-${ctx.workspaceId}`} recipients={recipients} />
        </CardContent>
      </Card>
    </Page>
  );
}
