import type { ReactNode } from "react";
import { FormStatusBadge } from "#components/forms/badges";
import { Page, PageHeader } from "#components/ui/page";
import { TabLinks } from "#components/ui/tabs";
import { PauseButton } from "./pause-button";
import { type FormParams, formPage } from "./read-form";

type FormLayoutProps = { params: FormParams; children: ReactNode };

const TABS = [
  { path: "", label: "Overview" },
  { path: "/install", label: "Install" },
  { path: "/settings", label: "Settings" },
  { path: "/spam-protection", label: "Spam protection" },
  { path: "/routing", label: "Routing" },
  { path: "/auto-reply", label: "Auto-reply" },
  { path: "/webhook", label: "Webhook" },
  { path: "/activity", label: "Activity" },
] as const;

export default async function FormLayout({ params, children }: FormLayoutProps) {
  const { form } = await formPage(params);
  return (
    <Page>
      <PageHeader
        title={form.name}
        back={{ href: "/forms", label: "Forms" }}
        actions={
          <>
            <FormStatusBadge status={form.status} />
            <PauseButton id={form.id} status={form.status} />
          </>
        }
      />
      <TabLinks
        label="Form"
        tabs={TABS.map(({ path, label }) => ({ href: `/forms/${form.id}${path}`, label }))}
      />
      {children}
    </Page>
  );
}
