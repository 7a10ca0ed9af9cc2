import type { ReactNode } from "react";
import { SETTINGS_PAGES } from "#components/shell/places.ts";
import { Page, PageHeader } from "#components/ui/page";
import { TabLinks } from "#components/ui/tabs";
import { pageSession } from "../page-session";

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const { account, role } = await pageSession();
  const pages = SETTINGS_PAGES.filter(({ isForOwners }) => role === "owner" || !isForOwners);
  return (
    <Page width="narrow">
      <PageHeader title="Settings" description={`Signed in as ${account.user.email}`} />
      <TabLinks
        label="Settings"
        tabs={[{ href: "/settings", label: "Workspace" }, ...pages].map(({ href, label }) => ({
          href,
          label,
        }))}
      />
      <div className="grid gap-6">{children}</div>
    </Page>
  );
}
