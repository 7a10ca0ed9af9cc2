import type { Role } from "#lib/core/context";
import type { Onboarding, OptionalSteps, RequiredSteps } from "#lib/domain/accounts/get-onboarding";

type StepKind =
  | { name: keyof RequiredSteps; isOptional?: never }
  | { name: keyof OptionalSteps; isOptional: true };

export type OnboardingStep = StepKind & {
  title: string;
  text: string;
  action: string;
  /** Null when the step is done outside the dashboard. */
  href: string | null;
  isForOwners?: true;
};

export type UnconfirmedUser = {
  email: string;
  /** The page with the captured email; null when emails are delivered. */
  emailHref: string | null;
};

/** Onboarding steps of a role in order. Form steps link to the newest form. */
export function onboardingSteps(
  { formId }: Pick<Onboarding, "formId">,
  role: Role,
  unconfirmed: UnconfirmedUser | null,
): OnboardingStep[] {
  return allSteps(formId, unconfirmed).filter(
    ({ isForOwners }) => role === "owner" || !isForOwners,
  );
}

function confirmStep(unconfirmed: UnconfirmedUser | null): OnboardingStep {
  const name = "recipientVerified";
  if (!unconfirmed)
    return {
      name,
      title: "Confirm a recipient",
      text: "Add an address to notify, then open the link we send there.",
      action: "Add a recipient",
      href: "/recipients",
    };
  return {
    name,
    title: "Confirm your email",
    text: `Open the link we sent to ${unconfirmed.email}. Your forms can then notify you there.`,
    action: "Open email",
    href: unconfirmed.emailHref,
  };
}

function allSteps(formId: string | null, unconfirmed: UnconfirmedUser | null): OnboardingStep[] {
  const form = formId ? `/forms/${formId}` : null;
  return [
    confirmStep(unconfirmed),
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
      title: "Get the notification email",
      text: "Each message is emailed to the form’s recipients. In test mode, the email goes to the test inbox.",
      action: "Open test inbox",
      href: "/test-inbox",
    },
    {
      name: "webhookConnected",
      title: "Connect a webhook",
      text: "Send a signed request to your app for every message.",
      action: form ? "Connect webhook" : "Open forms",
      href: form ? `${form}/integrations` : "/forms",
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
