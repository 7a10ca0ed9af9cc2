import type { Onboarding } from "#lib/accounts/get-onboarding";

type StepName = { [Name in keyof Onboarding]: Onboarding[Name] extends boolean ? Name : never };

export type OnboardingStep = {
  name: StepName[keyof Onboarding];
  title: string;
  text: string;
  action: string;
  href: string;
  isOptional?: true;
};

/** The steps of the way in, in order; those about a form lead to the one that was made last. */
export function onboardingSteps({ formId }: Pick<Onboarding, "formId">): OnboardingStep[] {
  const form = formId ? `/forms/${formId}` : null;
  return [
    {
      name: "recipientVerified",
      title: "Verify a recipient",
      text: "Add the address that should hear of new messages. Its owner confirms by mail.",
      action: "Add an address",
      href: "/recipients",
    },
    {
      name: "formCreated",
      title: "Create a form",
      text: "Every form has its own address that your website posts to.",
      action: "Create a form",
      href: "/forms/new",
    },
    {
      name: "messageReceived",
      title: "Send a test message",
      text: "Open the form's page and send a message as a visitor would.",
      action: form ? "Open the form" : "Open the forms",
      href: form ?? "/forms",
    },
    {
      name: "messageRead",
      title: "Read it in the inbox",
      text: "What was submitted, who was told, and when.",
      action: "Open the inbox",
      href: "/inbox",
    },
    {
      name: "notificationSent",
      title: "See the notification mail",
      text: "On staging no mail leaves the service: the test inbox catches it.",
      action: "Open the test inbox",
      href: "/test-inbox",
    },
    {
      name: "webhookConnected",
      title: "Connect a webhook",
      text: "A signed request to your own system for every message.",
      action: form ? "Connect it" : "Open the forms",
      href: form ? `${form}/webhook` : "/forms",
      isOptional: true,
    },
    {
      name: "tokenCreated",
      title: "Create an API token",
      text: "For programs that read messages or manage forms.",
      action: "Create a token",
      href: "/tokens/new",
      isOptional: true,
    },
  ];
}

/** How many of the steps that count are still to be taken. */
export function countOpenSteps(onboarding: Onboarding): number {
  return onboardingSteps(onboarding).filter(
    ({ name, isOptional }) => !isOptional && !onboarding[name],
  ).length;
}
