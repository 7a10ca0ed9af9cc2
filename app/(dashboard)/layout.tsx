import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Shell } from "#components/shell/shell";
import { ResetOnLeave } from "#components/shell/sign-out";
import { parseTheme, THEME_COOKIE } from "#components/shell/theme";
import { Clock } from "#components/ui/clock";
import { Toaster } from "#components/ui/toaster";
import { getOnboarding } from "#lib/accounts/get-onboarding";
import { countMessages } from "#lib/submissions/count-submissions";
import { viewerTimeZone } from "../time-zone";
import { signOutAction } from "./actions";
import { countOpenSteps } from "./onboarding-steps";
import { pageSession } from "./page-session";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { ctx, account } = await pageSession();
  const [totals, onboarding, jar, timeZone] = await Promise.all([
    countMessages(ctx),
    getOnboarding(ctx),
    cookies(),
    viewerTimeZone(),
  ]);
  const unread = totals
    .filter(({ folder }) => folder === "inbox")
    .reduce((sum, entry) => sum + entry.unread, 0);
  return (
    <Clock now={ctx.now.getTime()} timeZone={timeZone}>
      <Shell
        account={account}
        navigation={{ unread, asOf: ctx.now.getTime(), openSteps: countOpenSteps(onboarding) }}
        theme={parseTheme(jar.get(THEME_COOKIE)?.value)}
        signOut={signOutAction}
      >
        {children}
      </Shell>
      <Toaster />
      <ResetOnLeave />
    </Clock>
  );
}
