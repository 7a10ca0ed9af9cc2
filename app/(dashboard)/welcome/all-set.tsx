import { Bot, Reply, ShieldCheck, Split, UserPlus, Webhook } from "lucide-react";
import Link from "next/link";
import { ButtonLink } from "#components/ui/button";
import { Card, CardHeader } from "#components/ui/card";
import { Letter } from "#components/ui/letter";
import { Page, PageHeader } from "#components/ui/page";
import type { OnboardingStep } from "../onboarding-steps";
import { OnboardingStepItem } from "./step";

type AllSetProps = {
  left: readonly OnboardingStep[];
  /** The newest form; null if all are deleted. */
  formId: string | null;
  isOwner: boolean;
};

/** Shown when all required steps are done: the remaining steps, and other features. */
export function AllSet({ left, formId, isOwner }: AllSetProps) {
  return (
    <Page width="narrow">
      <PageHeader
        title="You’re all set"
        description="The first steps are done. New messages appear in your inbox."
        actions={<ButtonLink href="/inbox">Open inbox</ButtonLink>}
      />
      <div className="grid gap-6">
        {left.length > 0 ? (
          <Letter>
            <ul aria-label="Steps left" className="divide-y">
              {left.map((step) => (
                <OnboardingStepItem key={step.name} {...step} isDone={false} isNext={false} />
              ))}
            </ul>
          </Letter>
        ) : null}
        <Card>
          <CardHeader title="Get more out of it" className="pb-4 sm:pb-5" />
          <ul className="grid border-t sm:grid-cols-2">
            {nextPlaces({ left, formId, isOwner }).map(({ href, title, text, Icon }) => (
              <li key={title}>
                <Link
                  href={href}
                  className="flex h-full items-start gap-3 px-4 py-4 transition-colors hover:bg-accent/50 sm:px-6"
                >
                  <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
                  <span>
                    <span className="block font-medium">{title}</span>
                    <span className="block text-pretty text-muted-foreground">{text}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </Page>
  );
}

/** Links that aren’t among the steps left. */
function nextPlaces({ left, formId, isOwner }: AllSetProps) {
  const ofForm = (tab: string) => (formId ? `/forms/${formId}/${tab}` : "/forms");
  const hasWebhook = left.every(({ name }) => name !== "webhookConnected");
  const places = [
    {
      href: ofForm("settings/spam"),
      title: "Stop spam",
      text: "A spam check, blocked words, and blocked senders.",
      Icon: ShieldCheck,
    },
    {
      href: ofForm("notify/routing"),
      title: "Route messages",
      text: "Notify sales about orders, and support about problems.",
      Icon: Split,
    },
    {
      href: ofForm("notify/auto-reply"),
      title: "Reply automatically",
      text: "Confirm to visitors who opt in that you got their message.",
      Icon: Reply,
    },
    {
      href: "/docs/assistant-setup",
      title: "Use an assistant",
      text: "Let Claude, Cursor, or another assistant set up your forms.",
      Icon: Bot,
    },
  ];
  const app = {
    href: ofForm("integrations/webhook/test"),
    title: "Test your webhook",
    text: "See step by step what your endpoint does with events.",
    Icon: Webhook,
  };
  const invite = {
    href: "/settings/members",
    title: "Invite your team",
    text: "As owners, or as members who work with messages.",
    Icon: UserPlus,
  };
  return [...places, ...(hasWebhook ? [app] : []), ...(isOwner ? [invite] : [])];
}
