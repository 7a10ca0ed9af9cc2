import type { Metadata } from "next";
import { ButtonLink } from "#components/ui/button";
import { Card, CardHeader } from "#components/ui/card";
import { settings } from "#lib/core/settings";
import { pageSession } from "../page-session";
import { EmailForm, WorkspaceForm } from "./account-forms";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const { account } = await pageSession();
  return (
    <>
      <WorkspaceForm workspace={account.workspace} />
      <EmailForm email={account.user.email} isCaptured={settings().email.mode === "capture"} />
      <Card>
        <CardHeader
          className="items-center pb-4 sm:pb-6"
          title="Delete workspace"
          description="Permanently deletes all forms, messages, files, and tokens. The next page shows how many."
        >
          <ButtonLink href="/settings/delete" variant="outline" className="text-destructive">
            Delete workspace
          </ButtonLink>
        </CardHeader>
      </Card>
    </>
  );
}
