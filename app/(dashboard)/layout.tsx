import type { ReactNode } from "react";
import { ProofHost } from "#components/form/proof-host";
import { ResetUnreadCount } from "#components/shell/navigation";
import { Shell } from "#components/shell/shell";
import { ResetOnLeave } from "#components/shell/sign-out";
import { ClockProvider } from "#components/ui/clock";
import { Toaster } from "#components/ui/toaster";
import { countOpenSteps } from "#lib/domain/accounts/get-onboarding";
import { findEmailRefusal } from "#lib/domain/emails/email-refusal";
import { needsAttention } from "#lib/domain/submissions/failed-deliveries";
import { getAllowanceState } from "#lib/domain/usage/get-usage";
import { viewerTheme } from "../preferences";
import { signOutAction } from "../sign-out";
import { createWorkspaceAction } from "./actions";
import { AllowanceBanner, EmailRefusedBanner, VerifyEmailBanner } from "./banners";
import { pageSession, pageTimeZone, readTotals, unconfirmedUser } from "./page-session";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const session = await pageSession();
  const { ctx } = session;
  const [totals, attention, allowance, refusal, openSteps, theme, clock] = await Promise.all([
    readTotals(),
    needsAttention(ctx),
    getAllowanceState(ctx),
    findEmailRefusal(),
    session.isOnboarded ? 0 : countOpenSteps(ctx),
    viewerTheme(),
    pageTimeZone(session),
  ]);
  const unconfirmed = unconfirmedUser(session);
  const unread = totals
    .filter(({ folder }) => folder === "inbox")
    .reduce((sum, entry) => sum + entry.unread, 0);
  return (
    <ClockProvider now={ctx.now.getTime()} {...clock}>
      <ResetUnreadCount key={ctx.now.getTime()} />
      <Shell
        session={session}
        isOperator={session.isOperator}
        workspaces={session.workspaces}
        navigation={{ unread, openSteps, needsAttention: attention }}
        theme={theme}
        signOut={signOutAction}
        createWorkspace={createWorkspaceAction}
        banners={[
          allowance ? <AllowanceBanner key="allowance" state={allowance} /> : null,
          refusal ? <EmailRefusedBanner key="refusal" isOperator={session.isOperator} /> : null,
          unconfirmed ? <VerifyEmailBanner key="email" {...unconfirmed} /> : null,
        ]}
      >
        {children}
      </Shell>
      <ProofHost />
      <Toaster />
      <ResetOnLeave />
    </ClockProvider>
  );
}
