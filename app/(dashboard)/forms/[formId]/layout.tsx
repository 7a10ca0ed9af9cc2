import type { ReactNode } from "react";
import { FormStatusBadge } from "#components/forms/form-status-badge";
import { Page } from "#components/ui/page";
import { PageHeader } from "#components/ui/page-header";
import { TabLinks } from "#components/ui/tab-links";
import { setFormStatusAction } from "../actions";
import { PauseButton } from "./pause-button";
import { type FormParams, readForm } from "./read-form";

type FormLayoutProps = { params: FormParams; children: ReactNode };

export default async function FormLayout({ params, children }: FormLayoutProps) {
  const form = await readForm((await params).formId);
  const next = form.status === "active" ? "paused" : "active";
  return (
    <Page>
      <PageHeader
        title={form.name}
        back={{ href: "/forms", label: "Forms" }}
        actions={
          <>
            <FormStatusBadge status={form.status} />
            <PauseButton
              status={form.status}
              action={setFormStatusAction.bind(null, form.id, next)}
            />
          </>
        }
      />
      <TabLinks
        label="Form"
        tabs={[
          { href: `/forms/${form.id}`, label: "Overview" },
          { href: `/forms/${form.id}/settings`, label: "Settings" },
        ]}
      />
      {children}
    </Page>
  );
}
