import type { Metadata } from "next";
import { RefreshOnReturn } from "#components/shell/refresh-on-return";
import { ButtonLink } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { Meter } from "#components/ui/meter";
import { Page } from "#components/ui/page";
import { PageHeader } from "#components/ui/page-header";
import { getOnboarding } from "#lib/accounts/get-onboarding";
import { countOpenSteps, onboardingSteps } from "../onboarding-steps";
import { pageSession } from "../page-session";
import { Step } from "./step";

export const metadata: Metadata = { title: "Get started" };

export default async function WelcomePage() {
  const { ctx, account } = await pageSession();
  const onboarding = await getOnboarding(ctx);
  const open = countOpenSteps(onboarding);
  const steps = onboardingSteps(onboarding);
  const needed = steps.filter(({ isOptional }) => !isOptional).length;
  const next = steps.find(
    ({ name, isOptional }) => !onboarding[name] && (open === 0 || !isOptional),
  );
  return (
    <Page width="narrow">
      <RefreshOnReturn />
      <PageHeader
        title={open > 0 ? `Welcome, ${account.workspace.name}` : "Everything works"}
        description={
          open > 0
            ? "From an empty workspace to the first message in a few minutes. The list ticks itself off."
            : "Messages arrive, the right people are told. The rest of the work happens in the inbox."
        }
        actions={open > 0 ? null : <ButtonLink href="/inbox">Open the inbox</ButtonLink>}
      />
      <Card>
        {open > 0 ? (
          <div className="grid gap-2 border-b px-4 py-4 sm:px-6">
            <p className="tabular font-medium">
              {needed - open} of {needed} done
            </p>
            <Meter value={needed - open} max={needed} label="Steps done" isGood />
          </div>
        ) : null}
        <ol className="divide-y">
          {steps.map((step) => (
            <Step
              key={step.name}
              {...step}
              isDone={onboarding[step.name]}
              isNext={step.name === next?.name}
            />
          ))}
        </ol>
      </Card>
    </Page>
  );
}
