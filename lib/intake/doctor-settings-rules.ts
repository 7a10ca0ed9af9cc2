import { publicHostProblem } from "#lib/core/public-host";
import { type DoctorRule, hostOf } from "#lib/intake/form-condition";
import { isRejecting } from "#lib/usage/get-usage";

const pausedRule: DoctorRule = ({ status }) =>
  status === "active"
    ? []
    : [
        {
          id: "form_paused",
          severity: "error",
          section: "settings",
          what: "This form is paused. New submissions are rejected, and visitors see that it’s closed.",
          fix: "Resume the form to accept submissions again.",
        },
      ];

const MORE = "Ask the people who run this service for a larger allowance.";

const allowanceRule: DoctorRule = ({ usage }) => {
  const { accepted, allowance, hasPlans } = usage;
  if (allowance === null) return [];
  if (isRejecting(usage))
    return [
      {
        id: "allowance_used_up",
        severity: "error",
        section: "usage",
        what: "You’ve used twice your monthly messages. New ones are rejected until the month ends (UTC).",
        fix: hasPlans ? "Upgrade your plan to accept messages again right away." : MORE,
      },
    ];
  if (accepted >= allowance)
    return [
      {
        id: "messages_held",
        severity: "error",
        section: "usage",
        what: "You’ve used all your messages this month. New ones are stored, but no emails or webhook events are sent until the month ends (UTC).",
        fix: hasPlans ? "Upgrade your plan to send them right away." : MORE,
      },
    ];
  if (accepted < allowance * 0.8) return [];
  return [
    {
      id: "allowance_nearly_used_up",
      severity: "warning",
      section: "usage",
      what: "You’ve used more than 80% of this month’s messages. At 100%, their emails and webhook events are held.",
      fix: hasPlans ? "Upgrade your plan before you run out." : MORE,
    },
  ];
};

const recipientsRule: DoctorRule = ({ recipients: { named, verified }, routing }) => {
  if (verified > 0) return [];
  const isRouted = routing.enabled && routing.rules.some((rule) => rule.verified > 0);
  if (named > 0)
    return [
      {
        id: "no_verified_recipient",
        severity: "error",
        section: "recipients",
        what: "None of the form’s recipients have confirmed their address, so no one is notified.",
        fix: "Ask them to open the link in the confirmation email, or resend it.",
      },
    ];
  if (isRouted)
    return [
      {
        id: "only_rules_notify",
        severity: "note",
        section: "routing",
        what: "The form has no default recipients, so no one is notified when no rule matches.",
        fix: "To be notified of every message, add a recipient to the form.",
      },
    ];
  return [
    {
      id: "no_one_notified",
      severity: "warning",
      section: "settings",
      what: "The form has no recipients, so messages only appear in the inbox.",
      fix: "Select up to five recipients in the form’s settings.",
    },
  ];
};

const BLOCKED_WHAT = {
  bounced: "Emails to {} come back, so it gets no notifications.",
  complained: "An email to {} was marked as spam, so it gets no notifications.",
} as const;

const blockedRule: DoctorRule = ({ blockedRecipients }) =>
  blockedRecipients.map(({ email, reason }) => ({
    id: "recipient_blocked",
    severity: "error",
    section: "recipients",
    what: BLOCKED_WHAT[reason].replace("{}", () => email),
    fix: "Confirm the address again, or select another recipient.",
  }));

const routingRule: DoctorRule = ({ routing: { enabled, rules } }) => {
  if (!enabled) return [];
  if (rules.length === 0)
    return [
      {
        id: "routing_without_rules",
        severity: "note",
        section: "routing",
        what: "Routing is on but has no rules, so the form’s default recipients are notified.",
        fix: "Add a rule.",
      },
    ];
  return rules
    .filter((rule) => rule.verified === 0)
    .map(({ name }) => ({
      id: "rule_notifies_nobody",
      severity: "error",
      section: "routing",
      what: `The rule “${name}” has no confirmed recipients, so no one is notified of messages that match it.`,
      fix: "Select a confirmed recipient for the rule.",
    }));
};

const redirectRule: DoctorRule = ({ settings: { redirectUrl }, ownOrigin }) => {
  if (redirectUrl === "") return [];
  const url = URL.parse(redirectUrl);
  const problem = publicHostProblem(hostOf(redirectUrl));
  if (problem)
    return [
      {
        id: "redirect_not_public",
        severity: "error",
        section: "settings",
        what: "After submitting, visitors are redirected to an address that isn’t public.",
        fix: `Change the thank-you page: its host ${problem}.`,
      },
    ];
  if (url?.origin === ownOrigin && url.pathname.startsWith("/f/"))
    return [
      {
        id: "redirect_to_form",
        severity: "warning",
        section: "settings",
        what: "After submitting, visitors are redirected to a hosted form and may think nothing was sent.",
        fix: "Set a different thank-you page, or leave it blank.",
      },
    ];
  return [];
};

const originsRule: DoctorRule = ({ settings: { allowedOrigins }, ownOrigin }) =>
  allowedOrigins.length === 0 || allowedOrigins.includes(ownOrigin)
    ? []
    : [
        {
          id: "hosted_form_closed",
          severity: "note",
          section: "spam_protection",
          what: "The hosted form is off because this service’s address isn’t an allowed origin.",
          fix: `To use the hosted form, add ${ownOrigin} to the allowed origins.`,
        },
      ];

export const settingsRules: readonly DoctorRule[] = [
  pausedRule,
  allowanceRule,
  recipientsRule,
  blockedRule,
  routingRule,
  redirectRule,
  originsRule,
];
