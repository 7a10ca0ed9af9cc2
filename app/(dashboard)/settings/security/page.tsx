import type { Metadata } from "next";
import { listSessions } from "#lib/accounts/sessions";
import { settings } from "#lib/core/settings";
import { getTwoStep } from "#lib/factors/authenticator";
import { listPasskeys } from "#lib/factors/passkeys";
import { arePasskeysPossible } from "#lib/factors/webauthn";
import { pageSession } from "../../page-session";
import { EmailForm, NameForm, PasswordForm } from "../account-forms";
import { PasskeysCard } from "./passkeys-card";
import { SessionsCard } from "./sessions-card";
import { TwoStepCard } from "./two-step-card";

export const metadata: Metadata = { title: "Account and security" };

export default async function SecurityPage() {
  const { ctx, account, userName, sessionId } = await pageSession();
  const [{ sessions, count }, passkeys, twoStep] = await Promise.all([
    listSessions(ctx),
    listPasskeys(ctx),
    getTwoStep(ctx),
  ]);
  return (
    <>
      <NameForm name={userName} />
      <EmailForm email={account.user.email} isCaptured={settings().email.mode === "capture"} />
      <PasswordForm email={account.user.email} />
      <TwoStepCard {...twoStep} />
      <PasskeysCard
        passkeys={passkeys}
        arePossible={arePasskeysPossible()}
        userAgent={sessions.find(({ id }) => id === sessionId)?.userAgent ?? null}
      />
      <SessionsCard sessions={sessions} count={count} currentId={sessionId} />
    </>
  );
}
