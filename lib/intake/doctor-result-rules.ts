import { countOf } from "#lib/core/count";
import type { DoctorRule } from "#lib/intake/form-condition";

const failedEmailsRule: DoctorRule = ({ results: { emails } }) =>
  emails.failed === 0
    ? []
    : [
        {
          id: "emails_failed",
          severity: "error",
          section: "messages",
          what: `${countOf(emails.failed, "notification")} of the latest messages couldn’t be sent.`,
          fix: "Open the messages to see why, and send them again.",
        },
      ];

const uncertainEmailsRule: DoctorRule = ({ results: { emails } }) =>
  emails.uncertain === 0
    ? []
    : [
        {
          id: "emails_uncertain",
          severity: "warning",
          section: "messages",
          what: `${countOf(emails.uncertain, "notification")} of the latest messages may not have arrived: the email provider’s response was lost.`,
          fix: "Ask a recipient, or send them again.",
        },
      ];

const failedEventsRule: DoctorRule = ({ webhook, results: { events } }) => {
  const ended = events.delivered + events.failed;
  if (events.failed === 0 || webhook?.health !== "healthy") return [];
  return [
    {
      id: "events_failed",
      severity: "error",
      section: "webhook",
      what: `${events.failed} of the latest ${countOf(ended, "webhook event")} couldn’t be delivered.`,
      fix: "Check what your endpoint responded, and retry them.",
    },
  ];
};

const webhookRule: DoctorRule = ({ webhook, results: { events } }) => {
  if (!webhook) return [];
  const ended = events.delivered + events.failed + events.waiting;
  if (!webhook.enabled)
    return [
      {
        id: "webhook_disabled",
        severity: "note",
        section: "webhook",
        what: "The webhook is off, so no events are sent.",
        fix: "Turn it on, or delete it.",
      },
    ];
  if (webhook.health === "suspended")
    return [
      {
        id: "webhook_suspended",
        severity: "error",
        section: "webhook",
        what: "The webhook is suspended because its endpoint responded with 410 or failed for days. Events are stored but not sent.",
        fix: "Fix the endpoint and send a test event. Then retry the failed events.",
      },
    ];
  if (webhook.health === "failing")
    return [
      {
        id: "webhook_failing",
        severity: "error",
        section: "webhook",
        what: `The webhook is failing: its last attempts all failed.${ended > 0 ? ` ${events.delivered} of the latest ${countOf(ended, "event")} were delivered.` : ""}`,
        fix: "Run the guided receiver test to see what to fix.",
      },
    ];
  return [];
};

const destinationsRule: DoctorRule = ({ destinations }) =>
  destinations.flatMap(({ name, enabled, health }) => {
    if (!enabled || (health !== "failing" && health !== "suspended")) return [];
    const isSuspended = health === "suspended";
    return [
      {
        id: isSuspended ? "destination_suspended" : "destination_failing",
        severity: "error" as const,
        section: "destinations" as const,
        what: isSuspended
          ? `The destination “${name}” is suspended: it’s gone, or failed for days. Its messages are stored but not sent.`
          : `The destination “${name}” is failing: its last attempts all failed.`,
        fix: "See what the service responded, fix it, and send a test. Then retry the failed deliveries.",
      },
    ];
  });

/** Rules on the results of the latest messages. */
export const resultRules: readonly DoctorRule[] = [
  failedEmailsRule,
  uncertainEmailsRule,
  failedEventsRule,
  webhookRule,
  destinationsRule,
];
