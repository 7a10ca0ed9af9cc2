import type { ReactNode } from "react";
import { Page, PageHeader } from "#components/ui/page";
import { TabLinks } from "#components/ui/tabs";
import { pageSession } from "../page-session";

const TABS = [
  { href: "/settings", label: "Workspace" },
  { href: "/settings/security", label: "Account and security" },
  { href: "/settings/members", label: "Members" },
  { href: "/settings/data", label: "Data and privacy" },
] as const;
const OWNER_TABS = [...TABS, { href: "/settings/audit", label: "Audit log" }] as const;

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const { account, role } = await pageSession();
  return (
    <Page width="narrow">
      <PageHeader title="Settings" description={`Signed in as ${account.user.email}`} />
      <TabLinks label="Settings" tabs={role === "owner" ? OWNER_TABS : TABS} />
      <div className="grid gap-6">{children}</div>
    </Page>
  );
}
