import { toLine } from "#lib/core/characters";
import { countOf } from "#lib/core/count";
import type { FormCondition } from "#lib/domain/diagnostics/form-condition";
import {
  errorFinding,
  type Finding,
  noteFinding,
  SEVERAL_ORIGINS,
  warningFinding,
} from "#lib/domain/intake/schema";

/** Returns "3 submissions were". */
export function submissionsWere(count: number): string {
  return `${countOf(count, "submission")} ${count === 1 ? "was" : "were"}`;
}

/** Counts the form's rejections with these codes in the last 7 days. */
export function rejectedFor(form: FormCondition, ...codes: string[]): number {
  return form.rejections
    .filter(({ code }) => codes.includes(code))
    .reduce((sum, { count }) => sum + count, 0);
}

/** Returns whether an origin only differs from an allowed one in `www.` or the scheme, so it's likely the owner's. */
function isNearlyAllowed(origin: string, allowed: readonly string[]): boolean {
  const bare = (text: string) => text.replace(/^https?:\/\/(www\.)?/, "");
  return allowed.some((one) => bare(one) === bare(origin));
}

function foreignOrigin(origin: string, count: number, allowed: readonly string[]): Finding {
  const head = ["origin_not_allowed", "spam_protection"] as const;
  const what = `${submissionsWere(count)} rejected in the last 7 days because`;
  switch (origin) {
    case "":
      return noteFinding(...head, {
        what: `${what} no Origin header was sent. Browsers send one with every form, so a program or an old browser is the likely sender.`,
        fix: "If one of your servers submits this form, have it send an allowed origin in the Origin header.",
      });
    case "null":
      return warningFinding(...head, {
        what: `${what} the page’s origin was “null”. That happens when a page is opened from disk or runs in a sandboxed frame.`,
        fix: "Publish the form on a website, or clear the list to allow any origin.",
      });
    case SEVERAL_ORIGINS:
      return noteFinding(...head, {
        what: `${what} they came from many other origins in a short time.`,
        fix: "You don’t have to do anything. The list of allowed origins is working.",
      });
  }
  const shown = toLine(origin, 100);
  return isNearlyAllowed(origin, allowed)
    ? errorFinding(...head, {
        what: `${what} ${shown} isn’t an allowed origin, although a very similar one is.`,
        fix: `Add ${shown.replace(/^http:/, "https:")} to the allowed origins, or redirect your website to a single address.`,
      })
    : warningFinding(...head, {
        what: `${what} ${shown} isn’t an allowed origin.`,
        fix: "If this is your website, add it to the allowed origins.",
      });
}

/** Maximum number of origins listed. The diagnostics page lists them all. */
const MAX_ORIGINS = 5;

type Explained = Pick<Finding, "severity" | "section" | "fix"> & {
  codes: readonly string[];
  /** Returns whether the finding still applies with the form's current settings. */
  isCurrent?: (form: FormCondition) => boolean;
  because: string;
};

/** Explanations of rejections, by their codes. */
const EXPLAINED: Readonly<Record<string, Explained>> = {
  widget_missing_on_page: {
    codes: ["turnstile_required"],
    isCurrent: ({ widget }) => widget?.enabled === true,
    severity: "warning",
    section: "website",
    because: "the spam check was missing",
    fix: "Add the widget to the form on your page. You’ll find the snippet under Spam protection.",
  },
  widget_check_fails: {
    codes: ["turnstile_failed"],
    isCurrent: ({ widget }) => widget?.enabled === true,
    severity: "warning",
    section: "spam_protection",
    because: "the spam check failed",
    fix: "If real visitors are affected, check that your page’s site key and hostnames match the widget in the Cloudflare dashboard.",
  },
  uploads_disabled: {
    codes: ["uploads_disabled"],
    isCurrent: ({ settings }) => !settings.uploads.enabled,
    severity: "warning",
    section: "settings",
    because: "files were attached while uploads are off",
    fix: "Turn on uploads, or remove the file field from your page.",
  },
  file_type_not_allowed: {
    codes: ["file_type_not_allowed"],
    severity: "note",
    section: "website",
    because: "a file’s type wasn’t allowed",
    fix: "Tell visitors which types of files the form accepts, or select more in its settings.",
  },
  empty_submissions: {
    codes: ["empty_submission"],
    severity: "warning",
    section: "website",
    because: "every field was empty",
    fix: "Give every field in your form a name attribute. Browsers don’t send fields without one.",
  },
  wrong_format: {
    codes: ["unsupported_media_type", "invalid_json"],
    severity: "warning",
    section: "website",
    because: "the format couldn’t be read",
    fix: "Submit a regular HTML form, or send JSON with Content-Type application/json. Don’t compress it.",
  },
  too_large: {
    codes: ["submission_too_large"],
    severity: "note",
    section: "website",
    because: "the text or the files were too large",
    fix: "Limit the size of files and the length of texts on your page.",
  },
  too_many_fields: {
    codes: ["too_many_fields"],
    severity: "note",
    section: "website",
    because: "there were too many values or files",
    fix: "Submit at most 100 values at once, and limit the number of files on your page.",
  },
  invalid_values: {
    codes: ["validation_failed"],
    severity: "note",
    section: "website",
    because: "a value was too long or didn’t fit its field, or the data was damaged",
    fix: "Use maxlength and the right type for the fields on your page, so that browsers show what’s wrong before anything is sent.",
  },
  idempotency_key_reused: {
    codes: ["idempotency_key_reused"],
    severity: "warning",
    section: "website",
    because: "the idempotency key belonged to another submission",
    fix: "Create a new key for each submission. Only reuse a key to retry the same one.",
  },
  rate_limited: {
    codes: ["rate_limited"],
    severity: "note",
    section: "website",
    because: "the rate limit was reached",
    fix: "Make sure your page sends each message only once.",
  },
  service_unavailable: {
    codes: ["internal_error", "service_unavailable", "storage_unavailable"],
    severity: "note",
    section: "website",
    because: "our service was briefly unavailable",
    fix: "Your form is fine. Visitors were asked to try again.",
  },
};

/** Checks that caught spam that wasn't stored. Its senders got a success, so this isn't an error. */
const CAUGHT_BY = {
  honeypot_full: "the honeypot",
  blocked_full: "blocked senders or words",
} as const;

/** Checks why submissions were rejected, or not stored. */
export function* rejectionRules(form: FormCondition): Generator<Finding> {
  const { allowedOrigins } = form.settings;
  const foreign = form.rejections.filter(
    ({ code, origin }) => code === "origin_not_allowed" && !allowedOrigins.includes(origin),
  );
  if (allowedOrigins.length > 0)
    for (const { origin, count } of foreign.slice(0, MAX_ORIGINS))
      yield foreignOrigin(origin, count, allowedOrigins);
  for (const [id, { codes, isCurrent, because, ...rest }] of Object.entries(EXPLAINED)) {
    const count = rejectedFor(form, ...codes);
    const what = `${submissionsWere(count)} rejected in the last 7 days because ${because}.`;
    if (count > 0 && isCurrent?.(form) !== false) yield { id, ...rest, what };
  }
  for (const [id, check] of Object.entries(CAUGHT_BY)) {
    const count = rejectedFor(form, id);
    if (count > 0)
      yield noteFinding(id, "spam_protection", {
        what: `${submissionsWere(count)} caught by ${check} in the last 7 days but not stored. A form keeps at most 1,000 of each kind, or 20 MB, and a workspace 100 MB of spam.`,
        fix: "You don’t have to do anything. To see new ones, delete old spam.",
      });
  }
}
