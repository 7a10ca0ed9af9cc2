import { Check } from "lucide-react";
import type { Metadata } from "next";
import { RefreshPage } from "#components/shell/use-polling.ts";
import { Badge } from "#components/ui/badge";
import { ButtonLink } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { cn } from "#components/ui/cn.ts";
import { Meter } from "#components/ui/figures";
import { Letter } from "#components/ui/letter";
import { Page, PageHeader } from "#components/ui/page";
import { getOnboarding } from "#lib/accounts/get-onboarding";
import { type OnboardingStep, onboardingSteps } from "../onboarding-steps";
import { pageSession, unconfirmedUser } from "../page-session";

export const metadata: Metadata = { title: "Get started" };

export default async function WelcomePage() {
  const session = await pageSession();
  const { ctx, account, role } = session;
  const onboarding = await getOnboarding(ctx);
  const steps = onboardingSteps(onboarding, role, unconfirmedUser(session));
  const left = steps.filter(({ name }) => !onboarding[name]);
  const open = left.filter(({ isOptional }) => !isOptional).length;
  if (open === 0) return <AllSet left={left} />;
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
            <Step
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

/** All required steps are done. Only what's left is listed. */
function AllSet({ left }: { left: readonly OnboardingStep[] }) {
  return (
    <Page width="narrow">
      <PageHeader
        title="You’re all set"
        description="Setup is complete. New messages appear in your inbox."
        actions={<ButtonLink href="/inbox">Open inbox</ButtonLink>}
      />
      {left.length > 0 ? (
        <Card>
          <ul className="divide-y">
            {left.map((step) => (
              <Step key={step.name} {...step} isDone={false} isNext={false} />
            ))}
          </ul>
        </Card>
      ) : null}
    </Page>
  );
}

type StepProps = Omit<OnboardingStep, "name" | "isForOwners"> & {
  isDone: boolean;
  /** The next step, with the primary button. */
  isNext: boolean;
};

function Step({ title, text, href, action, isOptional, isDone, isNext }: StepProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4 sm:flex-nowrap sm:px-6">
      <span
        aria-hidden
        className={cn(
          "flex size-6 shrink-0 items-center justify-center self-start rounded-full border border-input",
          isDone && "border-primary bg-primary text-primary-foreground",
          isNext && "border-2 border-primary",
        )}
      >
        {isDone ? <Check className="size-3.5" strokeWidth={3} /> : null}
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <h2 className={cn("font-medium", isDone && "text-muted-foreground")}>
          {title}
          {isDone ? <span className="sr-only"> (done)</span> : null}
          {isOptional && !isDone ? <Badge className="ml-2 align-middle">Optional</Badge> : null}
        </h2>
        {isDone ? null : <p className="mt-0.5 text-pretty text-muted-foreground">{text}</p>}
      </div>
      {isDone || href === null ? null : (
        <ButtonLink
          href={href}
          size="sm"
          variant={isNext ? "primary" : "outline"}
          className="ml-10 sm:ml-0"
        >
          {action}
        </ButtonLink>
      )}
    </li>
  );
}
