import type { Metadata } from "next";
import { SubmitButton } from "#components/form/action-form";
import { PasswordField, TextField } from "#components/form/fields";
import { settings } from "#lib/core/settings/settings";
import { getTwoStep } from "#lib/domain/accounts/factors/authenticator";
import { listPasskeys } from "#lib/domain/accounts/factors/passkeys";
import { arePasskeysPossible } from "#lib/domain/accounts/factors/webauthn";
import { listSessions } from "#lib/domain/accounts/sessions";
import { ConfirmFirst } from "../../../confirm-first";
import { pageSession, unconfirmedUser } from "../../../page-session";
import { changeNameAction, changePasswordAction, changeTimeZoneAction } from "../actions";
import { CurrentPasswordField, FormCard } from "../form-card";
import { TimeZoneSelect } from "../time-zone-select";
import { EmailForm } from "./email-form";
import { PasskeysCard } from "./passkeys-card";
import { SessionsCard } from "./sessions-card";
import { TwoStepCard } from "./two-step-card";

export const metadata: Metadata = { title: "Account and security" };

export default async function SecurityPage() {
  const session = await pageSession();
  const { ctx, account, userName, sessionId, timeZones } = session;
  const unconfirmed = unconfirmedUser(session);
  const [sessions, passkeys, twoStep] = await Promise.all([
    listSessions(ctx),
    listPasskeys(ctx),
    getTwoStep(ctx),
  ]);
  return (
    <>
      <NameForm name={userName} />
      <TimeZoneForm {...timeZones} />
      <EmailForm email={account.user.email} isCaptured={settings().email.mode === "capture"} />
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
        confirmFirst={unconfirmed ? <ConfirmFirst what="add a passkey" {...unconfirmed} /> : null}
      />
      <SessionsCard sessions={sessions} currentId={sessionId} />
    </>
  );
}

function NameForm({ name }: { name: string | null }) {
  return (
    <FormCard
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
    </FormCard>
  );
}

function TimeZoneForm({ own, workspace }: { own: string | null; workspace: string | null }) {
  return (
    <FormCard
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
    </FormCard>
  );
}

function PasswordForm({ email }: { email: string }) {
  return (
    <FormCard
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
    </FormCard>
  );
}
