import type { ReactNode } from "react";
import { FormStatusBadge } from "#components/forms/badges";
import { Page, PageHeader } from "#components/ui/page";
import { TabLinks } from "#components/ui/tabs";
import { diagnoseForm } from "#lib/intake/diagnose-form";
import { PauseButton } from "./pause-button";
import { type FormParams, formPage } from "./read-form";

type FormLayoutProps = { params: FormParams; children: ReactNode };

const TABS = [
  { path: "", label: "Overview" },
  { path: "/install", label: "Install" },
  { path: "/fields", label: "Fields" },
  { path: "/page", label: "Page" },
  { path: "/settings", label: "Settings" },
  { path: "/spam-protection", label: "Spam protection" },
  { path: "/routing", label: "Routing" },
  { path: "/auto-reply", label: "Auto-reply" },
  { path: "/webhook", label: "Webhook" },
  { path: "/destinations", label: "Destinations" },
  { path: "/diagnostics", label: "Diagnostics" },
] as const;

export default async function FormLayout({ params, children }: FormLayoutProps) {
  const { ctx, form } = await formPage(params);
  const findings = await diagnoseForm(ctx, form.id);
  const severities = findings.map(({ severity }) => severity);
  const mark = (["error", "warning"] as const).find((one) => severities.includes(one));
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
        tabs={TABS.map(({ path, label }) => ({
          href: `/forms/${form.id}${path}`,
          label,
          mark: path === "/diagnostics" ? mark : undefined,
        }))}
      />
      {children}
    </Page>
  );
}
