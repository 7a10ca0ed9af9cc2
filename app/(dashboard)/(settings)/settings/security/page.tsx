import { Lock } from "lucide-react";
import type { Metadata } from "next";
import { SubmitButton } from "#components/form/action-form";
import { PasswordField, TextField } from "#components/form/fields";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { settings } from "#lib/core/settings/settings";
import { getTwoStep } from "#lib/domain/accounts/factors/authenticator";
import { listPasskeys } from "#lib/domain/accounts/factors/passkeys";
import { arePasskeysPossible } from "#lib/domain/accounts/factors/webauthn";
import { listConnections } from "#lib/domain/accounts/providers/identities";
import { isProviderRequired } from "#lib/domain/accounts/providers/required";
import { listSessions } from "#lib/domain/accounts/sessions";
import { signOutAction } from "../../../../sign-out";
import { ConfirmFirst } from "../../../confirm-first";
import { pageSession, unconfirmedUser } from "../../../page-session";
import { changeNameAction, changePasswordAction, changeTimeZoneAction } from "../actions";
import { CurrentPasswordField, SettingsFormCard } from "../form-card";
import { TimeZoneSelect } from "../time-zone-select";
import { EmailForm } from "./email-form";
import { PasskeysCard } from "./passkeys-card";
import { ProvidersCard } from "./providers-card";
import { SessionsCard } from "./sessions-card";
import { TwoStepCard } from "./two-step-card";

export const metadata: Metadata = { title: "Account and security" };

export default async function SecurityPage() {
  const session = await pageSession();
  const { ctx, account, userName, sessionId, timeZones } = session;
  if (session.isBound) return <BoundNotice />;
  const unconfirmed = unconfirmedUser(session);
  const [sessions, passkeys, twoStep, connections] = await Promise.all([
    listSessions(ctx),
    listPasskeys(ctx),
    getTwoStep(ctx),
    listConnections(ctx),
  ]);
  return (
    <>
      <NameForm name={userName} />
      <TimeZoneForm {...timeZones} />
      <EmailForm
        email={account.user.email}
        isCaptured={settings().email.mode === "capture"}
        asksForPassword={!isProviderRequired()}
      />
      {isProviderRequired() ? null : (
        <>
          <PasswordForm email={account.user.email} />
          <TwoStepCard
            {...twoStep}
            confirmFirst={
              unconfirmed ? (
                <ConfirmFirst what="turn on two-step verification" {...unconfirmed} />
              ) : null
            }
          />
          <PasskeysCard
            passkeys={passkeys}
            arePossible={arePasskeysPossible()}
            userAgent={sessions.find(({ id }) => id === sessionId)?.userAgent ?? null}
            confirmFirst={
              unconfirmed ? <ConfirmFirst what="add a passkey" {...unconfirmed} /> : null
            }
          />
        </>
      )}
      {connections.length > 0 ? <ProvidersCard connections={connections} /> : null}
      <SessionsCard sessions={sessions} currentId={sessionId} />
    </>
  );
}

/** A notice for sessions that the workspace’s own provider opened. */
function BoundNotice() {
  return (
    <Card>
      <EmptyState
        icon={Lock}
        title="Your account isn’t open in this session"
        action={
          <form action={signOutAction}>
            <Button type="submit" variant="outline">
              Sign out
            </Button>
          </form>
        }
      >
        You signed in with this workspace’s own sign-in, which opens only this workspace. To change
        your account, sign out, and sign in with your password or a passkey. If you have none, use
        “Forgot password?” there.
      </EmptyState>
    </Card>
  );
}

function NameForm({ name }: { name: string | null }) {
  return (
    <SettingsFormCard
      action={changeNameAction}
      title="Name"
      description="Shown to members of your workspaces and people you invite."
    >
      <TextField
        name="name"
        label="Your name"
        hint="Optional. Without it, your email address is shown."
        autoComplete="name"
        maxLength={80}
        defaultValue={name ?? ""}
      />
    </SettingsFormCard>
  );
}

function TimeZoneForm({ own, workspace }: { own: string | null; workspace: string | null }) {
  return (
    <SettingsFormCard
      action={changeTimeZoneAction}
      title="Time zone"
      description="Pages and your digests show times in it."
    >
      <TimeZoneSelect
        label="Your time zone"
        hint="It applies in all your workspaces."
        value={own}
        none={workspace === null ? "The workspace’s" : `The workspace’s (${workspace})`}
      />
    </SettingsFormCard>
  );
}

function PasswordForm({ email }: { email: string }) {
  return (
    <SettingsFormCard
      action={changePasswordAction}
      resetWhenDone
      title="Password"
      submit={<SubmitButton variant="outline">Change password</SubmitButton>}
    >
      <input hidden type="text" autoComplete="username" value={email} readOnly />
      <CurrentPasswordField />
      <PasswordField
        name="newPassword"
        label="New password"
        autoComplete="new-password"
        hint="At least 12 characters. You’ll be signed out everywhere else."
      />
    </SettingsFormCard>
  );
}
