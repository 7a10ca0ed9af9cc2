import type { ReactNode } from "react";
import { FormStatusBadge } from "#components/forms/badges";
import { FORM_PAGES } from "#components/shell/places.ts";
import { Page, PageHeader } from "#components/ui/page";
import { TabLinks } from "#components/ui/tabs";
import { diagnoseForm } from "#lib/domain/diagnostics/diagnose-form";
import { PauseButton } from "./pause-button";
import { type FormParams, formPage } from "./read-form";

type FormLayoutProps = { params: FormParams; children: ReactNode };

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
        tabs={[{ path: "", label: "Overview" }, ...FORM_PAGES].map(({ path, label }) => ({
          href: `/forms/${form.id}${path}`,
          label,
          mark: path === "/diagnostics" ? mark : undefined,
        }))}
      />
      {children}
    </Page>
  );
}
