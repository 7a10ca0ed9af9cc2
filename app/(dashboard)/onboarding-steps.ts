import type { Onboarding } from "#lib/accounts/get-onboarding";
import type { Role } from "#lib/core/context";

type StepName = { [Name in keyof Onboarding]: Onboarding[Name] extends boolean ? Name : never };

export type OnboardingStep = {
  name: StepName[keyof Onboarding];
  title: string;
  text: string;
  action: string;
  href: string;
  isOptional?: true;
  isForOwners?: true;
};

/** Onboarding steps of a role in order. Form steps link to the newest form. */
export function onboardingSteps(
  { formId }: Pick<Onboarding, "formId">,
  role: Role,
): OnboardingStep[] {
  return allSteps(formId).filter(({ isForOwners }) => role === "owner" || !isForOwners);
}

function allSteps(formId: string | null): OnboardingStep[] {
  const form = formId ? `/forms/${formId}` : null;
  return [
    {
      name: "recipientVerified",
      title: "Confirm a recipient",
      text: "Confirm your own address with the link we emailed you, or add another address to notify.",
      action: "Add a recipient",
      href: "/recipients",
    },
    {
      name: "formCreated",
      title: "Create a form",
      text: "Each form has its own URL for your website to submit to.",
      action: "Create a form",
      href: "/forms/new",
    },
    {
      name: "messageReceived",
      title: "Send a test message",
      text: "Open the form and send a message as a visitor would.",
      action: form ? "Open form" : "Open forms",
      href: form ?? "/forms",
    },
    {
      name: "messageRead",
      title: "Read it in the inbox",
      text: "See what was submitted, who was notified, and when.",
      action: "Open inbox",
      href: "/inbox",
    },
    {
      name: "notificationSent",
      title: "See the notification email",
      text: "On staging, emails go to the test inbox instead of being sent.",
      action: "Open test inbox",
      href: "/test-inbox",
    },
    {
      name: "webhookConnected",
      title: "Connect a webhook",
      text: "Send a signed request to your app for every message.",
      action: form ? "Connect webhook" : "Open forms",
      href: form ? `${form}/webhook` : "/forms",
      isOptional: true,
    },
    {
      name: "tokenCreated",
      title: "Create an API token",
      text: "For apps that read messages or manage forms.",
      action: "Create a token",
      href: "/tokens/new",
      isOptional: true,
      isForOwners: true,
    },
  ];
}

/** How many required steps are left. */
export function countOpenSteps(onboarding: Onboarding): number {
  return allSteps(onboarding.formId).filter(
    ({ name, isOptional }) => !isOptional && !onboarding[name],
  ).length;
}
