import type { Metadata } from "next";
import { RefreshPage } from "#components/shell/use-polling.ts";
import { Meter } from "#components/ui/figures";
import { Letter } from "#components/ui/letter";
import { Page, PageHeader } from "#components/ui/page";
import { getOnboarding } from "#lib/domain/accounts/get-onboarding";
import { onboardingSteps } from "../onboarding-steps";
import { pageSession, unconfirmedUser } from "../page-session";
import { AllSet } from "./all-set";
import { OnboardingStepItem } from "./step";

export const metadata: Metadata = { title: "Get started" };

export default async function WelcomePage() {
  const session = await pageSession();
  const { ctx, account, role } = session;
  const onboarding = await getOnboarding(ctx);
  const steps = onboardingSteps(onboarding, role, unconfirmedUser(session));
  const left = steps.filter(({ name }) => !onboarding[name]);
  const open = left.filter(({ isOptional }) => !isOptional).length;
  if (open === 0)
    return <AllSet left={left} formId={onboarding.formId} isOwner={role === "owner"} />;
  const needed = steps.filter(({ isOptional }) => !isOptional).length;
  const next = left.find(({ isOptional }) => !isOptional);
  return (
    <Page width="narrow">
      <RefreshPage />
      <PageHeader
        title={`Welcome, ${account.workspace.name}`}
        description="Receive your first message in a few minutes. We’ll check off steps as you go."
      />
      <Letter>
        <div className="grid gap-2 border-b px-4 py-4 sm:px-6">
          <p className="tabular font-medium">
            {needed - open} of {needed} done
          </p>
          <Meter value={needed - open} max={needed} label="Steps done" isGood />
        </div>
        <ol className="divide-y">
          {steps.map((step) => (
            <OnboardingStepItem
              key={step.name}
              {...step}
              isDone={onboarding[step.name]}
              isNext={step.name === next?.name}
            />
          ))}
        </ol>
      </Letter>
    </Page>
  );
}
