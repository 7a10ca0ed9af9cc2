import { countOf } from "#lib/core/count";
import type { DoctorRule, FormCondition } from "#lib/intake/form-condition";
import { type Finding, SEVERAL_ORIGINS } from "#lib/intake/schema";
import { toLine } from "#lib/notifications/message-text";

function postsWere(count: number): string {
  return `${countOf(count, "post")} ${count === 1 ? "was" : "were"}`;
}

function refusedFor(form: FormCondition, ...codes: string[]): number {
  return form.refusals
    .filter(({ code }) => codes.includes(code))
    .reduce((sum, { count }) => sum + count, 0);
}

/** An origin that differs from an allowed one in `www.` or the scheme alone: surely the owner's own. */
function isNearlyAllowed(origin: string, allowed: readonly string[]): boolean {
  const bare = (text: string) => text.replace(/^https?:\/\/(www\.)?/, "");
  return allowed.some((one) => bare(one) === bare(origin));
}

function foreignOrigin(origin: string, count: number, allowed: readonly string[]): Finding {
  const head = { section: "spam_protection", id: "origin_refused" } as const;
  const what = `${postsWere(count)} refused in the last 7 days because`;
  switch (origin) {
    case "":
      return {
        ...head,
        severity: "note",
        what: `${what} no Origin was sent. Browsers send one with every form: these came from programs, or from old browsers.`,
        mend: "If a server of yours posts to this form, let it send one of the allowed origins as its Origin header.",
      };
    case "null":
      return {
        ...head,
        severity: "warning",
        what: `${what} the page’s origin was “null”, as of a file that is opened from a disk, or of a sandboxed frame.`,
        mend: "Put the form on a website, or allow any origin by emptying the list.",
      };
    case SEVERAL_ORIGINS:
      return {
        ...head,
        severity: "note",
        what: `${what} they came from many different origins in a short time.`,
        mend: "Nothing has to be done: this is what the list of allowed origins is for.",
      };
  }
  const shown = toLine(origin, 100);
  return isNearlyAllowed(origin, allowed)
    ? {
        ...head,
        severity: "error",
        what: `${what} ${shown} is not among the allowed origins, though one that is nearly the same is.`,
        mend: `Add ${shown.replace(/^http:/, "https:")}, and let your website have one address only.`,
      }
    : {
        ...head,
        severity: "warning",
        what: `${what} ${shown} is not among the allowed origins.`,
        mend: "If this website is yours, add it to the allowed origins.",
      };
}

/** At most so many origins are named; the list of refused posts has them all. */
const MAX_ORIGINS = 5;

const originRule: DoctorRule = ({ refusals, settings: { allowedOrigins } }) =>
  allowedOrigins.length === 0
    ? []
    : refusals
        .filter(
          ({ code, origin }) => code === "origin_not_allowed" && !allowedOrigins.includes(origin),
        )
        .slice(0, MAX_ORIGINS)
        .map(({ origin, count }) => foreignOrigin(origin, count, allowedOrigins));

type Explained = Pick<Finding, "severity" | "section" | "mend"> & {
  codes: readonly string[];
  /** Whether it still says something under the form's present settings. */
  isCurrent?: (form: FormCondition) => boolean;
  because: string;
};

/** What refused posts with these codes tell of the page that they were sent from. */
const EXPLAINED: Readonly<Record<string, Explained>> = {
  widget_missing_on_page: {
    codes: ["turnstile_required"],
    isCurrent: ({ widget }) => widget?.enabled === true,
    severity: "warning",
    section: "website",
    because: "no anti-spam check came with a post",
    mend: "Put the widget into the form on your page: its snippet is under Spam protection.",
  },
  widget_check_fails: {
    codes: ["turnstile_failed"],
    isCurrent: ({ widget }) => widget?.enabled === true,
    severity: "warning",
    section: "spam_protection",
    because: "the anti-spam check did not pass",
    mend: "If real visitors are among them, compare the site key on your page and the hostnames with the widget in Cloudflare’s dashboard.",
  },
  uploads_refused: {
    codes: ["uploads_disabled"],
    isCurrent: ({ settings }) => !settings.uploads.enabled,
    severity: "warning",
    section: "settings",
    because: "files came along and uploads are off",
    mend: "Switch uploads on, or take the file field off your page.",
  },
  file_types_refused: {
    codes: ["file_type_not_allowed"],
    severity: "note",
    section: "website",
    because: "files of a kind that is not taken came along",
    mend: "Say on your page which kinds of files can be sent.",
  },
  empty_posts: {
    codes: ["empty_submission"],
    severity: "warning",
    section: "website",
    because: "there was no content",
    mend: "Give each field of your form a name attribute: browsers send no field without one.",
  },
  wrong_format: {
    codes: ["unsupported_media_type", "invalid_json"],
    severity: "warning",
    section: "website",
    because: "nothing of it could be read",
    mend: "Send JSON with Content-Type application/json, or an ordinary HTML form.",
  },
  too_large: {
    codes: ["submission_too_large", "too_many_fields", "validation_failed"],
    severity: "note",
    section: "website",
    because: "something was too long, too large or malformed",
    mend: "Limit what can be typed and attached on your page.",
  },
  idempotency_key_reused: {
    codes: ["idempotency_key_reused"],
    severity: "warning",
    section: "website",
    because: "the idempotency key of another message came again",
    mend: "Make a new key for each message; only a repeat of the same message keeps its key.",
  },
  too_many_posts: {
    codes: ["rate_limited"],
    severity: "note",
    section: "website",
    because: "too many came in a short time",
    mend: "If they were real, let your page send each message once.",
  },
  service_troubled: {
    codes: ["internal_error", "service_unavailable", "storage_unavailable"],
    severity: "note",
    section: "website",
    because: "the service, or one that it needs, was not well",
    mend: "Nothing is wrong with your form: these visitors were asked to send again.",
  },
};

const refusalsRule: DoctorRule = (form) =>
  Object.entries(EXPLAINED).flatMap(([id, { codes, isCurrent, because, ...rest }]) => {
    const count = refusedFor(form, ...codes);
    if (count === 0 || isCurrent?.(form) === false) return [];
    const what = `${postsWere(count)} refused in the last 7 days because ${because}.`;
    return [{ id, ...rest, what }];
  });

/** Not an error to their senders, who can't tell these from a success. */
const honeypotRule: DoctorRule = (form) => {
  const count = refusedFor(form, "honeypot_full");
  if (count === 0) return [];
  return [
    {
      id: "honeypot_full",
      severity: "note",
      section: "spam_protection",
      what: `${postsWere(count)} caught by the honeypot in the last 7 days and not stored: a form keeps at most 1,000 of them, or 20 MB.`,
      mend: "You don’t have to do anything. Delete old spam if you want to see new hits.",
    },
  ];
};

const webhookRule: DoctorRule = ({ webhook }) => {
  if (!webhook) return [];
  if (!webhook.enabled)
    return [
      {
        id: "webhook_disabled",
        severity: "note",
        section: "webhook",
        what: "The webhook is switched off: messages emit no events.",
        mend: "Switch it on, or delete it.",
      },
    ];
  if (webhook.health === "suspended")
    return [
      {
        id: "webhook_suspended",
        severity: "error",
        section: "webhook",
        what: "The webhook is suspended, for its receiver said that it is gone or has failed for days: events are kept, but not sent.",
        mend: "Mend the receiver and send a test. Then retry the failed events.",
      },
    ];
  if (webhook.health === "failing")
    return [
      {
        id: "webhook_failing",
        severity: "warning",
        section: "webhook",
        what: "The webhook’s receiver fails: several events in a row used up all their attempts.",
        mend: "Run the guided receiver test, which says what to mend.",
      },
    ];
  return [];
};

export const postRules: readonly DoctorRule[] = [
  originRule,
  refusalsRule,
  honeypotRule,
  webhookRule,
];
