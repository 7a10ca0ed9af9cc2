import type { Onboarding } from "#lib/accounts/get-onboarding";

/** The steps of the way in, in order. */
export const STEPS = [
  {
    name: "recipientVerified",
    title: "Verify a recipient",
    text: "Add the address that should hear of new messages. Its owner confirms by mail.",
    href: "/recipients",
    action: "Add an address",
    isOptional: false,
  },
  {
    name: "formCreated",
    title: "Create a form",
    text: "Every form has its own address that your website posts to.",
    href: "/forms/new",
    action: "Create a form",
    isOptional: false,
  },
  {
    name: "messageReceived",
    title: "Send a test message",
    text: "Open the form's page and send a message as a visitor would.",
    href: "/forms",
    action: "Open the form",
    isOptional: false,
  },
  {
    name: "messageRead",
    title: "Read it in the inbox",
    text: "What was submitted, who was told, and when.",
    href: "/inbox",
    action: "Open the inbox",
    isOptional: false,
  },
  {
    name: "notificationSent",
    title: "See the notification mail",
    text: "On staging no mail leaves the service: the test inbox catches it.",
    href: "/test-inbox",
    action: "Open the test inbox",
    isOptional: false,
  },
  {
    name: "tokenCreated",
    title: "Create an API token",
    text: "For programs that read messages or manage forms.",
    href: "/tokens/new",
    action: "Create a token",
    isOptional: true,
  },
] as const satisfies readonly {
  name: keyof Onboarding;
  title: string;
  text: string;
  href: string;
  action: string;
  isOptional: boolean;
}[];

/** How many of the steps that count are still to be taken. */
export function countOpenSteps(onboarding: Onboarding): number {
  return STEPS.filter(({ name, isOptional }) => !isOptional && !onboarding[name]).length;
}
