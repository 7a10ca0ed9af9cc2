import { countOf } from "#lib/core/count";
import { publicHostProblem } from "#lib/core/public-host";
import { type FormCondition, hostOf } from "#lib/domain/diagnostics/form-condition";
import type { ObservedCounts } from "#lib/domain/intake/observed-challenges";
import { errorFinding, type Finding, noteFinding, warningFinding } from "#lib/domain/intake/schema";

/** Names that browsers autofill or that forms use for visible fields. */
const FILLED_NAMES = [
  /^((first|last)_?|full|user)?name$/i,
  /^((e_?)?mail|phone|tel|mobile|website|url|homepage)$/i,
  /^(company|organi[sz]ation|address|street|city|zip|post(al_)?code|country|state)$/i,
  /^(subject|title|message|comments?|text|body)$/i,
];

/** The requirement for emails to visitors. */
const PROOF =
  "a required Turnstile widget, or the form’s own challenge, with at least one passed challenge";

/** Explains how to meet {@link PROOF}. */
function proofFix({ widget, ownChallenge }: FormCondition): string {
  return widget?.enabled || ownChallenge !== "off"
    ? "Submit the form once from your website."
    : "Connect the widget or turn on the form’s own challenge, and submit the form once from your website.";
}

/** Checks the honeypot, the block lists, and the challenges with all that needs them. */
export function* spamRules(form: FormCondition): Generator<Finding> {
  yield* honeypotRules(form);
  yield* blockedRules(form);
  yield* modelRules(form);
  yield* widgetRules(form);
  if (form.widget?.enabled && form.widget.isVerified) return;
  if (form.ownChallenge === "verified") return;
  if (form.isReplyEnabled)
    yield warningFinding("replies_not_sent", "auto_reply", {
      what: `Auto-replies are on but aren’t sent. They need ${PROOF}.`,
      fix: proofFix(form),
    });
  if (form.asksToConfirm)
    yield warningFinding("messages_not_confirmed", "spam_protection", {
      what: `Visitors should confirm their messages by email but aren’t asked to. That needs ${PROOF}.`,
      fix: proofFix(form),
    });
}

function* honeypotRules(form: FormCondition): Generator<Finding> {
  const { settings, recent, ownFields } = form;
  const { honeypot } = settings;
  const bait = recent.baits.find((name) => ownFields.every((own) => own.name !== name));
  if (bait !== undefined)
    yield noteFinding("bots_fill_field", "spam_protection", {
      what: `Messages that look like spam fill in “${bait}”. The others have it and leave it empty.`,
      fix: `If people don’t see this field, make it the honeypot: set the honeypot field to “${bait}”.`,
    });
  if (FILLED_NAMES.some((pattern) => pattern.test(honeypot)))
    yield warningFinding("honeypot_name_common", "spam_protection", {
      what: `The honeypot field is named “${honeypot}”, which people and browsers fill in. Those messages go to spam, and the field’s value isn’t stored.`,
      fix: "Rename it to something unusual, like botcheck.",
    });
  if (recent.honeypot >= 5 && recent.honeypot * 2 > recent.total)
    yield warningFinding("honeypot_catches_most", "spam_protection", {
      what: `The honeypot caught ${recent.honeypot} of the last ${countOf(recent.total, "message")}.`,
      fix: 'Check Spam. If it contains real messages, hide the honeypot field on your page and set autocomplete="off".',
    });
}

function* blockedRules({ blocked: { senders, words } }: FormCondition): Generator<Finding> {
  const parts = [
    ...(senders > 0 ? [`${countOf(senders, "message")} from blocked senders`] : []),
    ...(words > 0 ? [`${countOf(words, "message")} with blocked words`] : []),
  ];
  if (parts.length > 0)
    yield noteFinding("blocked_lists_caught", "spam_protection", {
      what: `In the last 7 days, ${parts.join(" and ")} went to spam.`,
      fix: "If one of them is real, mark it as not spam, and change the list that caught it.",
    });
}

const MODEL_FIX =
  "Ask the operator of this service: its status page says why. Messages are delivered, and judged by the other signs.";

function* modelRules({ model }: FormCondition): Generator<Finding> {
  if (model === "silent")
    yield warningFinding("spam_model_silent", "spam_protection", {
      what: "The model that this service asks about spam doesn’t respond.",
      fix: MODEL_FIX,
    });
  if (model === "missing")
    yield noteFinding("spam_model_missing", "spam_protection", {
      what: "A model judged earlier messages of this form, and this service has none now.",
      fix: MODEL_FIX,
    });
}

/**
 * Reports the counts of an observing widget. It rejects nothing, so this is never more than a note.
 */
function observing({ passed, failed, missing }: ObservedCounts): Finding {
  const unpassed = failed + missing;
  return noteFinding("widget_observing", "spam_protection", {
    what:
      passed + unpassed === 0
        ? "Turnstile only observes so far. No messages have come since."
        : `Turnstile only observes so far. In the last 7 days, ${countOf(passed, "message")} passed its challenge, and ${unpassed} didn’t.`,
    fix:
      passed > 0
        ? "Require verification if the messages that didn’t pass are spam."
        : "Add the widget to your page. It’s confirmed once a visitor passes a challenge.",
  });
}

/** Turnstile runs on public hostnames only: the widget's list rejects others. */
const isPublic = (origin: string) => publicHostProblem(hostOf(origin)) === null;

function allowedOriginFix(origin: string): string {
  return isPublic(origin)
    ? `Add ${hostOf(origin)} to the hostnames, here and in the Cloudflare dashboard.`
    : `Turnstile doesn’t run on ${hostOf(origin)}. Use a public address for the page, or turn verification off.`;
}

function hostedFormFix(origin: string): string {
  return isPublic(origin)
    ? `To use the hosted form, add ${hostOf(origin)} to the hostnames.`
    : `Turnstile doesn’t run on ${hostOf(origin)}. To use the hosted form, set BASE_URL to a public address, or turn verification off.`;
}

function* widgetRules(form: FormCondition): Generator<Finding> {
  const { widget, ownOrigin } = form;
  const { allowedOrigins } = form.settings;
  if (!widget) return;
  if (widget.observed) return yield observing(widget.observed);
  if (!widget.enabled)
    return yield noteFinding("widget_disabled", "spam_protection", {
      what: "Turnstile is connected but off, so messages aren’t checked.",
      fix: "Turn it on.",
    });
  const isCovered = (origin: string) => widget.hostnames.includes(hostOf(origin));
  for (const origin of allowedOrigins)
    if (origin !== ownOrigin && !isCovered(origin))
      yield errorFinding("widget_hostname_missing", "spam_protection", {
        what: `${origin} is an allowed origin, but its hostname isn’t one of the widget’s hostnames, so every message from it is rejected.`,
        fix: allowedOriginFix(origin),
      });
  const isHosted = allowedOrigins.length === 0 || allowedOrigins.includes(ownOrigin);
  if (isHosted && !isCovered(ownOrigin))
    yield warningFinding("widget_not_on_hosted_form", "spam_protection", {
      what: "The hosted form doesn’t work because this service’s hostname isn’t one of the widget’s hostnames.",
      fix: hostedFormFix(ownOrigin),
    });
  if (!widget.isVerified)
    yield warningFinding("widget_unverified", "spam_protection", {
      what: "The widget’s setup isn’t confirmed yet. No visitor has passed a challenge since you saved it.",
      fix: "Submit the form once from your website.",
    });
}
