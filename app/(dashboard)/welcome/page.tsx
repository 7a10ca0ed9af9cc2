import type { Metadata } from "next";
import { ButtonLink } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { Page } from "#components/ui/page";
import { PageHeader } from "#components/ui/page-header";
import { getOnboarding } from "#lib/accounts/get-onboarding";
import { countOpenSteps, STEPS } from "../onboarding-steps";
import { pageSession } from "../page-session";
import { Step } from "./step";

export const metadata: Metadata = { title: "Get started" };

export default async function WelcomePage() {
  const { ctx, account } = await pageSession();
  const onboarding = await getOnboarding(ctx);
  const open = countOpenSteps(onboarding);
  const next = STEPS.find(
    ({ name, isOptional }) => !onboarding[name] && (open === 0 || !isOptional),
  );
  return (
    <Page width="narrow">
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
        <ol className="divide-y">
          {STEPS.map((step) => (
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
