import type { Metadata } from "next";
import { listSessions } from "#lib/accounts/list-sessions";
import { settings } from "#lib/core/settings";
import { pageSession } from "../page-session";
import {
  changeEmailAction,
  changePasswordAction,
  endOtherSessionsAction,
  endSessionAction,
  renameWorkspaceAction,
} from "./actions";
import { EmailForm } from "./email-form";
import { PasswordForm } from "./password-form";
import { SessionsCard } from "./sessions-card";
import { WorkspaceForm } from "./workspace-form";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const { ctx, account, sessionId } = await pageSession();
  const sessions = await listSessions(ctx);
  return (
    <>
      <WorkspaceForm action={renameWorkspaceAction} workspace={account.workspace} />
      <EmailForm
        action={changeEmailAction}
        email={account.user.email}
        isCaptured={settings().email.mode === "capture"}
      />
      <PasswordForm action={changePasswordAction} email={account.user.email} />
      <SessionsCard
        sessions={sessions}
        currentId={sessionId}
        endOthers={endOtherSessionsAction}
        endOne={endSessionAction}
      />
    </>
  );
}
