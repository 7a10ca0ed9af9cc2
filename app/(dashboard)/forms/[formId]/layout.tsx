import type { ReactNode } from "react";
import { FormStatusBadge } from "#components/forms/badges";
import { FORM_TABS } from "#components/shell/form-places.ts";
import { Page, PageHeader } from "#components/ui/page";
import { SectionLinks } from "#components/ui/section-links";
import { TabLinks } from "#components/ui/tabs";
import { type FormMarks, toMarks } from "#lib/domain/diagnostics/check-form";
import { findClosedReason } from "#lib/domain/forms/options/open-state";
import type { Finding } from "#lib/domain/intake/schema";
import { PauseButton } from "./pause-button";
import { type FormParams, formPage, readFindings } from "./read-form";

/** Tabs with their own dot, with the sections of the findings that it shows. */
const SECTIONS: Readonly<Record<string, readonly Finding["section"][]>> = {
  "/integrations": ["webhook", "destinations"],
};

/** Returns the worst finding of a tab. The tab Messages, which has the diagnosis, shows all. */
function markOf(path: string, { errors, warnings }: FormMarks): "error" | "warning" | undefined {
  const sections: readonly string[] = SECTIONS[path] ?? [];
  const isAbout = (section: string) => path === "" || sections.includes(section);
  if (errors.some(isAbout)) return "error";
  return warnings.some(isAbout) ? "warning" : undefined;
}

type FormLayoutProps = { params: FormParams; children: ReactNode };

export default async function FormLayout({ params, children }: FormLayoutProps) {
  const { ctx, form, open, ...checked } = await formPage(params);
  const marks = checked.marks ?? toMarks(await readFindings(form.id));
  const tabs = FORM_TABS.map(({ path, label, sections }) => ({
    href: `/forms/${form.id}${path}`,
    label,
    mark: markOf(path, marks),
    sections: sections?.map((section) => ({
      href: `/forms/${form.id}${section.path}`,
      label: section.label,
    })),
  }));
  return (
    <Page>
      <PageHeader
        title={form.name}
        back={{ href: "/forms", label: "Forms" }}
        actions={
          <>
            <FormStatusBadge
              status={form.status}
              closed={findClosedReason(open, ctx.now.getTime())}
              opensAt={open.opensAt}
            />
            <PauseButton id={form.id} status={form.status} />
          </>
        }
      />
      <TabLinks label="Form" tabs={tabs} />
      <SectionLinks label="Sections" tabs={tabs} />
      {children}
    </Page>
  );
}
