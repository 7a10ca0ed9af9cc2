import { toLine } from "#lib/core/characters";
import { countOf } from "#lib/core/count";
import { INERT_NAMES, REDIRECT_NAMES } from "#lib/core/fields/control-fields";
import type { FormCondition } from "#lib/domain/diagnostics/form-condition";
import { toRedirectUrl } from "#lib/domain/intake/requested-redirect";
import { errorFinding, type Finding, noteFinding, warningFinding } from "#lib/domain/intake/schema";

/** Checks the results of the latest messages. */
export function* resultRules(form: FormCondition): Generator<Finding> {
  const { emails } = form.results;
  if (emails.failed > 0)
    yield errorFinding("emails_failed", "messages", {
      what: `${countOf(emails.failed, "notification")} of the latest messages couldn’t be sent.`,
      fix: "Open the messages to see why, and send them again.",
    });
  if (emails.uncertain > 0)
    yield warningFinding("emails_uncertain", "messages", {
      what: `${countOf(emails.uncertain, "notification")} of the latest messages may not have arrived: the email provider’s response was lost.`,
      fix: "Ask a recipient, or send them again.",
    });
  yield* webhookRules(form);
  yield* destinationRules(form);
}

function* webhookRules({ webhook, results: { events } }: FormCondition): Generator<Finding> {
  if (!webhook) return;
  const ended = events.delivered + events.failed;
  if (events.failed > 0 && webhook.health === "healthy")
    yield errorFinding("events_failed", "webhook", {
      what: `${events.failed} of the latest ${countOf(ended, "webhook event")} couldn’t be delivered.`,
      fix: "Check what your endpoint responded, and retry them.",
    });
  const tried = ended + events.waiting;
  if (!webhook.enabled)
    yield noteFinding("webhook_disabled", "webhook", {
      what: "The webhook is off, so no events are sent.",
      fix: "Turn it on, or delete it.",
    });
  else if (webhook.health === "suspended")
    yield errorFinding("webhook_suspended", "webhook", {
      what: "The webhook is suspended because its endpoint responded with 410 or failed for days. Events are stored but not sent.",
      fix: "Fix the endpoint and send a test event. Then retry the failed events.",
    });
  else if (webhook.health === "failing")
    yield errorFinding("webhook_failing", "webhook", {
      what: `The webhook is failing: its last attempts all failed.${tried > 0 ? ` ${events.delivered} of the latest ${countOf(tried, "event")} were delivered.` : ""}`,
      fix: "Run the guided receiver test to see what to fix.",
    });
  else if (webhook.failuresInRow > 0)
    yield warningFinding("webhook_retrying", "webhook", {
      what: "The last attempt to send an event to the webhook failed. It’s repeated automatically.",
      fix: "Check what your endpoint responded. Once it works, you can send the event right away.",
    });
}

function* destinationRules({ destinations }: FormCondition): Generator<Finding> {
  for (const { name, enabled, health } of destinations) {
    if (!enabled || (health !== "failing" && health !== "suspended")) continue;
    yield errorFinding(`destination_${health}`, "destinations", {
      what:
        health === "suspended"
          ? `The destination “${name}” is suspended: it’s gone, or failed for days. Its messages are stored but not sent.`
          : `The destination “${name}” is failing: its last attempts all failed.`,
      fix: "See what the service responded, fix it, and send a test. Then retry the failed deliveries.",
    });
  }
}

const quoted = (name: string) => `“${name}”`;

function redirectProblem(
  { name, value }: FormCondition["recent"]["asked"][number],
  { allowedOrigins, redirectUrl }: FormCondition["settings"],
): Finding | null {
  // The site that the message came from isn't known here. A path on any allowed site is fine.
  const url = toRedirectUrl(value, allowedOrigins[0] ?? null);
  if (url && allowedOrigins.includes(url.origin)) return null;
  const shown = redirectUrl === "" ? "our thank-you page" : "the thank-you page from the settings";
  const isPath = value.startsWith("/") && !value.startsWith("//");
  if (!url && !isPath)
    return noteFinding("redirect_ignored", "website", {
      what: `Your form sends ${quoted(name)} with “${toLine(value, 100)}”, which isn’t a full HTTPS address. Visitors see ${shown} instead.`,
      fix: "Use a full address, like https://www.example.com/thanks.",
    });
  const site = url ? url.origin : "a page of your website";
  const what = `Your form’s ${quoted(name)} asks to redirect to ${site}, which isn’t an allowed origin. Visitors see ${shown} instead.`;
  if (allowedOrigins.length > 0)
    return noteFinding("redirect_ignored", "spam_protection", {
      what,
      fix: `Add ${site} to the allowed origins if it’s your website.`,
    });
  return noteFinding("redirect_ignored", "settings", {
    what,
    fix: "Set the thank-you page in the form’s settings, or list your website in the allowed origins.",
  });
}

/** Checks whether the page declares its encoding, and sends a format that loses nothing. */
export function* formatRules({ recent }: FormCondition): Generator<Finding> {
  const { guessedCharsets, textForms } = recent;
  if (guessedCharsets.length > 0)
    yield warningFinding("charset_guessed", "website", {
      what: `Some of the latest messages didn’t say how their text is encoded. We guessed ${guessedCharsets.map(quoted).join(", ")}, so single letters may be wrong.`,
      fix: 'Add accept-charset="utf-8" to the form, or <meta charset="utf-8"> to a page that’s saved as UTF-8. If the page has to keep its encoding, add <input type="hidden" name="_charset_"> to the form.',
    });
  if (textForms > 0)
    yield noteFinding("text_form", "website", {
      what: `${textForms} of the latest ${countOf(recent.total, "message")} came as plain text, where a line like “a=b” in a longer text looks like a field of its own.`,
      fix: 'Remove enctype="text/plain" from the form.',
    });
}

const MAX_REDIRECTS = 5;

/** Other forms may have a field called “redirect” of their own. */
function isRedirect(name: string, value: string): boolean {
  return REDIRECT_NAMES.includes(name) && (name.startsWith("_") || /^(https?:|\/)/i.test(value));
}

type Inert = { isMeant: (value: string) => boolean; fix: string };

const INERT: Readonly<Record<(typeof INERT_NAMES)[number], Inert>> = {
  _cc: {
    isMeant: (value) => value.includes("@"),
    fix: "Add the address to the form’s recipients instead.",
  },
};

/** Checks control fields, and fields that have no effect. */
export function* fieldRules({ recent, settings }: FormCondition): Generator<Finding> {
  const { asked, unused } = recent;
  if (unused.length > 0)
    yield noteFinding("unused_fields", "website", {
      what: `Your form sends ${unused.map(quoted).join(", ")}, which ${unused.length === 1 ? "has no effect here and isn’t" : "have no effect here and aren’t"} stored.`,
      fix: "You don’t have to do anything. Remove it from your page if you like.",
    });
  const redirects = asked.filter(({ name, value }) => isRedirect(name, value));
  const problems = redirects.flatMap((one) => redirectProblem(one, settings) ?? []);
  const distinct = new Map(problems.map((problem) => [problem.what, problem]));
  yield* [...distinct.values()].slice(0, MAX_REDIRECTS);
  for (const name of INERT_NAMES) {
    const { isMeant, fix } = INERT[name];
    if (!asked.some((one) => one.name === name && isMeant(one.value))) continue;
    const what = `Your form sends ${quoted(name)}, which is stored like any field but has no other effect here.`;
    yield noteFinding("inert_field", "settings", { what, fix });
  }
}
