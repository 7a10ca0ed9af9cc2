import { publicHostProblem } from "#lib/core/public-host";
import { type DoctorRule, hostOf } from "#lib/intake/form-condition";

const pausedRule: DoctorRule = ({ status }) =>
  status === "active"
    ? []
    : [
        {
          id: "form_paused",
          severity: "error",
          section: "settings",
          what: "The form is paused: every message is refused, and its visitors are told that it is closed.",
          mend: "Resume the form to receive messages again.",
        },
      ];

const allowanceRule: DoctorRule = ({ usage: { accepted, allowance } }) => {
  if (accepted >= allowance)
    return [
      {
        id: "allowance_used_up",
        severity: "error",
        section: "usage",
        what: "This month’s messages are used up: new ones are refused until the month ends (UTC).",
        mend: "Switch to a larger plan, which lets messages in at once.",
      },
    ];
  if (accepted < allowance * 0.8) return [];
  return [
    {
      id: "allowance_nearly_used_up",
      severity: "warning",
      section: "usage",
      what: "More than 80 % of this month’s messages are used. When all are, new ones are refused.",
      mend: "Switch to a larger plan before that happens.",
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
        what: "None of the form’s recipients has confirmed their address, so nobody is mailed.",
        mend: "Ask them to open the link in the confirmation mail, or send it again.",
      },
    ];
  if (isRouted)
    return [
      {
        id: "only_rules_notify",
        severity: "note",
        section: "routing",
        what: "The form has no recipients of its own: of a message that matches no rule nobody is told.",
        mend: "Add a recipient to the form if every message should be mailed to somebody.",
      },
    ];
  return [
    {
      id: "nobody_notified",
      severity: "warning",
      section: "settings",
      what: "Nobody is mailed: messages only appear in the inbox.",
      mend: "Choose one to five recipients in the form’s settings.",
    },
  ];
};

const routingRule: DoctorRule = ({ routing: { enabled, rules } }) => {
  if (!enabled) return [];
  if (rules.length === 0)
    return [
      {
        id: "routing_without_rules",
        severity: "note",
        section: "routing",
        what: "Routing is on, but has no rules: the form’s own recipients are told.",
        mend: "Add a rule, or switch routing off.",
      },
    ];
  return rules
    .filter((rule) => rule.verified === 0)
    .map(({ name }) => ({
      id: "rule_notifies_nobody",
      severity: "error",
      section: "routing",
      what: `The rule “${name}” names no confirmed recipient: messages that match it are mailed to nobody.`,
      mend: "Choose a confirmed recipient for the rule.",
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
        what: "After sending, visitors are led to an address that only your own network knows.",
        mend: `Change the redirect: its host ${problem}.`,
      },
    ];
  if (url?.origin === ownOrigin && url.pathname.startsWith("/f/"))
    return [
      {
        id: "redirect_to_form",
        severity: "warning",
        section: "settings",
        what: "After sending, visitors are led back to a form of this service and may think that nothing was sent.",
        mend: "Lead them to a page that says thank you, or leave the redirect empty.",
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
          what: "The hosted form is not shown, for this service’s own address is not among the allowed origins.",
          mend: `Add ${ownOrigin} if you want to use the hosted form.`,
        },
      ];

export const settingsRules: readonly DoctorRule[] = [
  pausedRule,
  allowanceRule,
  recipientsRule,
  routingRule,
  redirectRule,
  originsRule,
];
