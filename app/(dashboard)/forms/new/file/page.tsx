import type { Metadata } from "next";
import { Page, PageHeader } from "#components/ui/page";
import { listRecipients } from "#lib/domain/recipients/store";
import { pageSession } from "../../../page-session";
import { FileFlow } from "./file-flow";

export const metadata: Metadata = { title: "New form from a file" };

export default async function FormFromFilePage() {
  const { ctx } = await pageSession();
  return (
    <Page width="narrow">
      <PageHeader
        title="New form from a file"
        description="Create a form again that was downloaded in another workspace, or from another server. A logo isn’t in the file: upload it again afterwards."
        back={{ href: "/forms/new", label: "New form" }}
      />
      <FileFlow recipients={await listRecipients(ctx)} />
    </Page>
  );
}
