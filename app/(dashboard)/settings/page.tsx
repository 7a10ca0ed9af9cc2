import type { Metadata } from "next";
import { Page } from "#components/ui/page";
import { PageHeader } from "#components/ui/page-header";
import { listSessions } from "#lib/accounts/list-sessions";
import { pageSession } from "../page-session";
import { changePasswordAction, endOtherSessionsAction, renameWorkspaceAction } from "./actions";
import { PasswordForm } from "./password-form";
import { SessionsCard } from "./sessions-card";
import { WorkspaceForm } from "./workspace-form";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const { ctx, account, sessionId } = await pageSession();
  const sessions = await listSessions(ctx);
  return (
    <Page width="narrow">
      <PageHeader title="Settings" description={`Signed in as ${account.user.email}`} />
      <div className="grid gap-6">
        <WorkspaceForm action={renameWorkspaceAction} name={account.workspace.name} />
        <PasswordForm action={changePasswordAction} email={account.user.email} />
        <SessionsCard
          sessions={sessions}
          currentId={sessionId}
          endOthers={endOtherSessionsAction}
        />
      </div>
    </Page>
  );
}
