import { countOf } from "#lib/core/count";
import { formatUtc } from "#lib/core/dates";
import { publicHostProblem } from "#lib/core/public-host";
import { rejectedFor, submissionsWere } from "#lib/domain/diagnostics/doctor-rejection-rules";
import type { FormCondition } from "#lib/domain/diagnostics/form-condition";
import { errorFinding, type Finding, noteFinding, warningFinding } from "#lib/domain/intake/schema";
import { isRejecting } from "#lib/domain/usage/get-usage";

/** Checks the form's settings and the workspace's allowance. */
export function* settingsRules(form: FormCondition): Generator<Finding> {
  if (form.status === "paused")
    yield errorFinding("form_paused", "settings", {
      what: "This form is paused. New submissions are rejected, and visitors see that it’s closed.",
      fix: "Resume the form to accept submissions again.",
    });
  yield* closedRules(form);
  yield* allowanceRules(form);
  yield* recipientRules(form);
  yield* blockedRules(form);
  yield* routingRules(form);
  yield* redirectRules(form);
  const { allowedOrigins } = form.settings;
  if (allowedOrigins.length > 0 && !allowedOrigins.includes(form.ownOrigin))
    yield noteFinding("hosted_form_closed", "spam_protection", {
      what: "The hosted form is off because this service’s address isn’t an allowed origin.",
      fix: `To use the hosted form, add ${form.ownOrigin} to the allowed origins.`,
    });
}

function* closedRules(form: FormCondition): Generator<Finding> {
  const { opensAt, closesAt, maxSubmissions, taken } = form.options;
  const rejected = rejectedFor(form, "form_closed");
  const more = rejected === 0 ? "" : ` ${submissionsWere(rejected)} rejected in the last 7 days.`;
  if (form.closed === "early" && opensAt !== null)
    yield noteFinding("form_not_open_yet", "settings", {
      what: `This form opens on ${formatUtc(opensAt, "minute")} UTC. Until then, submissions are rejected.${more}`,
      fix: "To open it earlier, change its opening times.",
    });
  if (form.closed === "over" && closesAt !== null)
    yield noteFinding("form_closed", "settings", {
      what: `This form closed on ${formatUtc(closesAt, "minute")} UTC. Submissions are rejected.${more}`,
      fix: "To open it again, change its opening times.",
    });
  if (form.closed === "full")
    yield noteFinding("form_full", "settings", {
      what: `This form is full: it has ${countOf(taken, "message")}, and room for ${maxSubmissions}. Submissions are rejected.${more}`,
      fix: "To open it again, raise its limit, or delete messages that don’t count.",
    });
}

const MORE = "Ask the people who run this service for a larger allowance.";

function* allowanceRules({ usage }: FormCondition): Generator<Finding> {
  const { accepted, allowance, hasPlans } = usage;
  if (allowance === null) return;
  if (isRejecting(usage))
    yield errorFinding("allowance_used_up", "usage", {
      what: "You’ve used twice your monthly messages. New ones are rejected until the month ends (UTC).",
      fix: hasPlans ? "Upgrade your plan to accept messages again right away." : MORE,
    });
  else if (accepted >= allowance)
    yield errorFinding("messages_held", "usage", {
      what: "You’ve used all your messages this month. New ones are stored, but no emails or webhook events are sent until the month ends (UTC).",
      fix: hasPlans ? "Upgrade your plan to send them right away." : MORE,
    });
  else if (accepted >= allowance * 0.8)
    yield warningFinding("allowance_nearly_used_up", "usage", {
      what: "You’ve used more than 80% of this month’s messages. At 100%, their emails and webhook events are held.",
      fix: hasPlans ? "Upgrade your plan before you run out." : MORE,
    });
}

function* recipientRules(form: FormCondition): Generator<Finding> {
  const { recipients, routing } = form;
  if (recipients.verified > 0) return;
  if (recipients.named > 0)
    yield errorFinding("no_verified_recipient", "recipients", {
      what: "None of the form’s recipients have confirmed their address, so no one is notified.",
      fix: "Ask them to open the link in the confirmation email, or resend it.",
    });
  else if (routing.enabled && routing.rules.some((rule) => rule.verified > 0))
    yield noteFinding("only_rules_notify", "routing", {
      what: "The form has no default recipients, so no one is notified when no rule matches.",
      fix: "To be notified of every message, add a recipient to the form.",
    });
  else
    yield warningFinding("no_one_notified", "settings", {
      what: "The form has no recipients, so messages only appear in the inbox.",
      fix: "Select up to five recipients on the form’s Notify tab.",
    });
}

function* blockedRules({ blockedRecipients }: FormCondition): Generator<Finding> {
  for (const { email, reason } of blockedRecipients)
    yield errorFinding("recipient_blocked", "recipients", {
      what:
        reason === "bounced"
          ? `Emails to ${email} come back, so it gets no notifications.`
          : `An email to ${email} was marked as spam, so it gets no notifications.`,
      fix: "Confirm the address again, or select another recipient.",
    });
}

function* routingRules({ routing: { enabled, rules } }: FormCondition): Generator<Finding> {
  if (!enabled) return;
  if (rules.length === 0)
    yield noteFinding("routing_without_rules", "routing", {
      what: "Routing is on but has no rules, so the form’s default recipients are notified.",
      fix: "Add a rule.",
    });
  for (const { name, verified } of rules)
    if (verified === 0)
      yield errorFinding("rule_notifies_nobody", "routing", {
        what: `The rule “${name}” has no confirmed recipients, so no one is notified of messages that match it.`,
        fix: "Select a confirmed recipient for the rule.",
      });
}

function* redirectRules({ settings, ownOrigin }: FormCondition): Generator<Finding> {
  const url = URL.parse(settings.redirectUrl);
  if (!url) return;
  const problem = publicHostProblem(url.hostname);
  if (problem)
    yield errorFinding("redirect_not_public", "settings", {
      what: "After submitting, visitors are redirected to an address that isn’t public.",
      fix: `Change the thank-you page: its host ${problem}.`,
    });
  else if (url.origin === ownOrigin && url.pathname.startsWith("/f/"))
    yield warningFinding("redirect_to_form", "settings", {
      what: "After submitting, visitors are redirected to a hosted form and may think nothing was sent.",
      fix: "Set a different thank-you page, or leave it blank.",
    });
}
