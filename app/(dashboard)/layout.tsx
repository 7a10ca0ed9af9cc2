import type { ReactNode } from "react";
import { ProofHost } from "#components/form/proof-host";
import { Shell } from "#components/shell/shell";
import { ResetOnLeave } from "#components/shell/sign-out";
import { Clock } from "#components/ui/clock";
import { Toaster } from "#components/ui/toaster";
import { isSharedAccount } from "#lib/core/settings/demo";
import { countOpenSteps } from "#lib/domain/accounts/get-onboarding";
import { isOperator } from "#lib/domain/accounts/sessions";
import { listWorkspaces } from "#lib/domain/accounts/switch-workspace";
import { needsAttention } from "#lib/domain/submissions/failed-deliveries";
import { countMessages } from "#lib/domain/submissions/inbox/count-submissions";
import { getAllowanceState } from "#lib/domain/usage/get-usage";
import { signOutAction } from "../(auth)/actions";
import { viewerTheme, viewerTimeZone } from "../preferences";
import { createWorkspaceAction } from "./actions";
import { AllowanceBanner, DemoBanner, VerifyEmailBanner } from "./banners";
import { pageSession, unconfirmedUser } from "./page-session";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const session = await pageSession();
  const { ctx, account } = session;
  const [totals, attention, allowance, openSteps, workspaces, theme, timeZone] = await Promise.all([
    countMessages(ctx),
    needsAttention(ctx),
    getAllowanceState(ctx),
    countOpenSteps(ctx),
    listWorkspaces(ctx),
    viewerTheme(),
    viewerTimeZone(),
  ]);
  const unconfirmed = unconfirmedUser(session);
  const unread = totals
    .filter(({ folder }) => folder === "inbox")
    .reduce((sum, entry) => sum + entry.unread, 0);
  return (
    <Clock now={ctx.now.getTime()} timeZone={timeZone}>
      <Shell
        session={session}
        isOperator={isOperator(session)}
        workspaces={workspaces}
        navigation={{ unread, asOf: ctx.now.getTime(), openSteps, needsAttention: attention }}
        theme={theme}
        signOut={signOutAction}
        createWorkspace={createWorkspaceAction}
        banners={[
          isSharedAccount(account.user) ? <DemoBanner key="demo" /> : null,
          allowance ? <AllowanceBanner key="allowance" state={allowance} /> : null,
          unconfirmed ? <VerifyEmailBanner key="email" {...unconfirmed} /> : null,
        ]}
      >
        {children}
      </Shell>
      <ProofHost />
      <Toaster />
      <ResetOnLeave />
    </Clock>
  );
}
