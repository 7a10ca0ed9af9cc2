import type { ReactNode } from "react";
import { listSettingsTabs } from "#components/shell/places.ts";
import { Page, PageHeader } from "#components/ui/page";
import { SectionLinks } from "#components/ui/section-links";
import { TabLinks } from "#components/ui/tabs";
import { settings } from "#lib/core/settings/settings";
import { pageSession } from "../page-session";

/** The layout of all pages that configure the workspace, whatever their path. */
export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const { account, role } = await pageSession();
  const isCaptured = settings().email.mode === "capture";
  const tabs = listSettingsTabs({ isOwner: role === "owner", isCaptured });
  return (
    <Page>
      <PageHeader title="Settings" description={`Signed in as ${account.user.email}`} />
      <TabLinks label="Settings" tabs={tabs} />
      <SectionLinks label="Sections" tabs={tabs} />
      {children}
    </Page>
  );
}
