import { countOf } from "#lib/core/count";
import type { FormCondition } from "#lib/intake/form-condition";
import type { Finding } from "#lib/intake/schema";

/** Checks the results of the latest messages. */
export function* resultRules(form: FormCondition): Generator<Finding> {
  const { emails } = form.results;
  if (emails.failed > 0)
    yield {
      id: "emails_failed",
      severity: "error",
      section: "messages",
      what: `${countOf(emails.failed, "notification")} of the latest messages couldn’t be sent.`,
      fix: "Open the messages to see why, and send them again.",
    };
  if (emails.uncertain > 0)
    yield {
      id: "emails_uncertain",
      severity: "warning",
      section: "messages",
      what: `${countOf(emails.uncertain, "notification")} of the latest messages may not have arrived: the email provider’s response was lost.`,
      fix: "Ask a recipient, or send them again.",
    };
  yield* webhookRules(form);
  yield* destinationRules(form);
}

function* webhookRules({ webhook, results: { events } }: FormCondition): Generator<Finding> {
  if (!webhook) return;
  const ended = events.delivered + events.failed;
  if (events.failed > 0 && webhook.health === "healthy")
    yield {
      id: "events_failed",
      severity: "error",
      section: "webhook",
      what: `${events.failed} of the latest ${countOf(ended, "webhook event")} couldn’t be delivered.`,
      fix: "Check what your endpoint responded, and retry them.",
    };
  const tried = ended + events.waiting;
  if (!webhook.enabled)
    yield {
      id: "webhook_disabled",
      severity: "note",
      section: "webhook",
      what: "The webhook is off, so no events are sent.",
      fix: "Turn it on, or delete it.",
    };
  else if (webhook.health === "suspended")
    yield {
      id: "webhook_suspended",
      severity: "error",
      section: "webhook",
      what: "The webhook is suspended because its endpoint responded with 410 or failed for days. Events are stored but not sent.",
      fix: "Fix the endpoint and send a test event. Then retry the failed events.",
    };
  else if (webhook.health === "failing")
    yield {
      id: "webhook_failing",
      severity: "error",
      section: "webhook",
      what: `The webhook is failing: its last attempts all failed.${tried > 0 ? ` ${events.delivered} of the latest ${countOf(tried, "event")} were delivered.` : ""}`,
      fix: "Run the guided receiver test to see what to fix.",
    };
}

function* destinationRules({ destinations }: FormCondition): Generator<Finding> {
  for (const { name, enabled, health } of destinations) {
    if (!enabled || (health !== "failing" && health !== "suspended")) continue;
    yield {
      id: `destination_${health}`,
      severity: "error",
      section: "destinations",
      what:
        health === "suspended"
          ? `The destination “${name}” is suspended: it’s gone, or failed for days. Its messages are stored but not sent.`
          : `The destination “${name}” is failing: its last attempts all failed.`,
      fix: "See what the service responded, fix it, and send a test. Then retry the failed deliveries.",
    };
  }
}
