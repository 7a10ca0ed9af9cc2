import type { ReactNode } from "react";
import { ProofHost } from "#components/form/proof-host";
import { Shell } from "#components/shell/shell";
import { ResetOnLeave } from "#components/shell/sign-out";
import { Clock } from "#components/ui/clock";
import { Toaster } from "#components/ui/toaster";
import { getOnboarding } from "#lib/accounts/get-onboarding";
import type { ActiveSession } from "#lib/accounts/sessions";
import { listWorkspaces } from "#lib/accounts/switch-workspace";
import { findVerificationEmail } from "#lib/accounts/verify-email";
import { settings } from "#lib/core/settings";
import { isOperator } from "#lib/operations/is-operator";
import { countMessages } from "#lib/submissions/count-submissions";
import { signOutAction } from "../(auth)/actions";
import { viewerTheme, viewerTimeZone } from "../preferences";
import { countOpenSteps } from "./onboarding-steps";
import { pageSession } from "./page-session";
import { VerifyEmailBanner } from "./verify-email-banner";

async function verifyEmailBanner({ ctx, account }: ActiveSession) {
  const { email } = account.user;
  if (settings().email.mode === "live") return <VerifyEmailBanner email={email} emailHref={null} />;
  const id = await findVerificationEmail(ctx, email);
  const emailHref = id ? `/test-inbox/${id}` : "/test-inbox?kind=account";
  return <VerifyEmailBanner email={email} emailHref={emailHref} />;
}

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const session = await pageSession();
  const { ctx, account, role } = session;
  const [totals, onboarding, workspaces, theme, timeZone] = await Promise.all([
    countMessages(ctx),
    getOnboarding(ctx),
    listWorkspaces(ctx),
    viewerTheme(),
    viewerTimeZone(),
  ]);
  const unread = totals
    .filter(({ folder }) => folder === "inbox")
    .reduce((sum, entry) => sum + entry.unread, 0);
  return (
    <Clock now={ctx.now.getTime()} timeZone={timeZone}>
      <Shell
        account={account}
        role={role}
        isOperator={isOperator(session)}
        workspaces={workspaces}
        navigation={{ unread, asOf: ctx.now.getTime(), openSteps: countOpenSteps(onboarding) }}
        theme={theme}
        signOut={signOutAction}
        banner={session.isVerified ? null : await verifyEmailBanner(session)}
      >
        {children}
      </Shell>
      <ProofHost />
      <Toaster />
      <ResetOnLeave />
    </Clock>
  );
}
