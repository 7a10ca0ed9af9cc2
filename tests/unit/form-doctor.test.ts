import { describe, expect, it } from "vitest";
import { ERROR_STATUS } from "#lib/core/errors";
import { examine } from "#lib/domain/diagnostics/diagnose-form";
import type { FormCondition } from "#lib/domain/diagnostics/form-condition";
import { UNSAVED_OPTIONS } from "#lib/domain/forms/options/options-schema";
import { DEFAULT_SETTINGS } from "#lib/domain/forms/schema";
import { ConnectTurnstileInput } from "#lib/domain/forms/turnstile/schema";
import { Finding } from "#lib/domain/intake/schema";

/** The form doctor's input for a form with nothing to complain about. */
const WELL: FormCondition = {
  status: "active",
  options: { ...UNSAVED_OPTIONS, taken: 0 },
  closed: null,
  settings: DEFAULT_SETTINGS,
  ownOrigin: "https://forms.example.org",
  recipients: { named: 1, verified: 1 },
  routing: { enabled: false, rules: [] },
  blockedRecipients: [],
  widget: null,
  ownChallenge: "off",
  model: null,
  isReplyEnabled: false,
  asksToConfirm: false,
  webhook: null,
  destinations: [],
  usage: { accepted: 0, allowance: 1000, hasPlans: true },
  rejections: [],
  recent: {
    total: 0,
    honeypot: 0,
    people: 0,
    unanswerable: 0,
    addressFields: [],
    baits: [],
    isModelJudged: false,
    unused: [],
    guessedCharsets: [],
    textForms: 0,
    asked: [],
  },
  ownFields: [],
  results: {
    emails: { failed: 0, uncertain: 0 },
    events: { delivered: 0, failed: 0, waiting: 0 },
  },
  blocked: { senders: 0, words: 0 },
};

const WIDGET = { enabled: true, observed: null, isVerified: true, hostnames: ["www.acme.com"] };

function idsOf(change: Partial<FormCondition>): string[] {
  return examine({ ...WELL, ...change }).map(({ severity, id }) => `${severity} ${id}`);
}

function withSettings(change: Partial<FormCondition["settings"]>): Partial<FormCondition> {
  return { settings: { ...DEFAULT_SETTINGS, ...change } };
}

function rejected(code: string, origin = "", count = 3): Partial<FormCondition> {
  return { rejections: [{ code, origin, count }] };
}

function used(accepted: number): Partial<FormCondition> {
  return { usage: { accepted, allowance: 1000, hasPlans: true } };
}

/** Routing with a rule for each number of verified recipients. */
function withRules(...verified: number[]) {
  return {
    routing: { enabled: true, rules: verified.map((count) => ({ name: "a", verified: count })) },
  };
}

/** A form whose submissions ask for what the field promises elsewhere, once with each value. */
function asked(name: string, ...values: string[]): Partial<FormCondition> {
  return { recent: { ...WELL.recent, asked: values.map((value) => ({ name, value })) } };
}

function withDestination(health: FormCondition["destinations"][number]["health"]) {
  return { destinations: [{ name: "Slack", enabled: true, health }] };
}

function withWebhook(
  health: "healthy" | "failing" | "suspended",
  { enabled = true, failuresInRow = 0 } = {},
) {
  return { webhook: { enabled, health, failuresInRow } };
}

describe("the form doctor", () => {
  it("writes about a single rejected submission in the singular", () => {
    const form = { ...WELL, ...withSettings({ allowedOrigins: ["https://www.acme.com"] }) };
    const texts = Object.keys(ERROR_STATUS).flatMap((code) =>
      ["", "null", "https://acme.com", "https://other.example"].flatMap((origin) =>
        examine({ ...form, widget: WIDGET, ...rejected(code, origin, 1) }).flatMap(
          ({ what, fix }) => [what, fix],
        ),
      ),
    );
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.filter((text) => /\b(they|them|these)\b/i.test(text))).toEqual([]);
  });

  it("finds nothing in a healthy form", () => {
    expect(examine(WELL)).toEqual([]);
    const everything: Partial<FormCondition> = {
      ...withSettings({ allowedOrigins: ["https://www.acme.com", WELL.ownOrigin] }),
      routing: { enabled: true, rules: [{ name: "Sales", verified: 1 }] },
      widget: { ...WIDGET, hostnames: ["www.acme.com", "forms.example.org"] },
      isReplyEnabled: true,
      asksToConfirm: true,
      ...withWebhook("healthy"),
      recent: { ...WELL.recent, total: 50, honeypot: 25 },
    };
    expect(idsOf(everything)).toEqual([]);
  });

  it.each([
    "http://localhost:3000",
    "http://shop.localhost",
    "http://192.168.1.20:8080",
    "http://[::1]:3000",
    "http://intranet",
    "https://shop.test",
    "https://www.acme.com",
  ])("recommends the hostname of %s for the widget only if the field accepts it", (origin) => {
    const { hostname } = new URL(origin);
    const isAccepted = ConnectTurnstileInput.shape.hostnames.safeParse([hostname]).success;
    for (const ownOrigin of [origin, WELL.ownOrigin]) {
      const form = { ...WELL, ownOrigin, ...withSettings({ allowedOrigins: [origin] }) };
      const fixes = examine({ ...form, widget: { ...WIDGET, hostnames: ["other.acme.com"] } })
        .filter(({ id }) => /^widget_(hostname_missing|not_on_hosted_form)$/.test(id))
        .map(({ fix }) => fix);
      expect(fixes).toHaveLength(1);
      expect(fixes[0]?.includes(`dd ${hostname} to the hostnames`)).toBe(isAccepted);
    }
  });

  const noOne = { recipients: { named: 0, verified: 0 } };
  const acme = ["https://www.acme.com"];
  const observed = { passed: 3, failed: 1, missing: 12 };
  const withEvents = (delivered: number, failed: number, waiting: number) => ({
    results: { ...WELL.results, events: { delivered, failed, waiting } },
  });

  /** Forms by the findings about them, the worst first. */
  const cases: Record<string, Partial<FormCondition>[]> = {
    "error form_paused": [{ status: "paused" }],
    "note form_not_open_yet": [
      { closed: "early", options: { ...WELL.options, opensAt: 1_764_547_200_000 } },
    ],
    "note form_closed": [
      { closed: "over", options: { ...WELL.options, closesAt: 1_764_547_200_000 } },
    ],
    "note form_full": [
      { closed: "full", options: { ...WELL.options, maxSubmissions: 50, taken: 50 } },
    ],
    "warning allowance_nearly_used_up": [used(800)],
    "error messages_held": [used(1000)],
    "error allowance_used_up": [used(2000)],
    "error no_verified_recipient": [{ recipients: { named: 2, verified: 0 } }],
    "error recipient_blocked": (["bounced", "complained"] as const).map((reason) => ({
      blockedRecipients: [{ email: "a@example.com", reason }],
    })),
    "warning no_one_notified": [
      noOne,
      { ...noOne, routing: { ...withRules(1).routing, enabled: false } },
    ],
    "note only_rules_notify": [{ ...noOne, ...withRules(1) }],
    "note routing_without_rules": [withRules()],
    "error rule_notifies_nobody": [withRules(0, 1)],
    "warning honeypot_name_common": [withSettings({ honeypot: "Email" })],
    "note bots_fill_field": [
      { recent: { ...WELL.recent, total: 20, people: 12, baits: ["website"] } },
    ],
    "warning spam_model_silent": [{ model: "silent" }],
    "note spam_model_missing": [{ model: "missing" }],
    "warning honeypot_catches_most": [{ recent: { ...WELL.recent, total: 8, honeypot: 5 } }],
    "note blocked_lists_caught": [{ blocked: { senders: 3, words: 1 } }],
    "error redirect_not_public": [withSettings({ redirectUrl: "https://intranet/thanks" })],
    "warning redirect_to_form": [withSettings({ redirectUrl: "https://forms.example.org/f/abc" })],
    "note hosted_form_closed": [withSettings({ allowedOrigins: acme })],
    "note widget_observing": [{ widget: { ...WIDGET, enabled: false, observed, hostnames: [] } }],
    "note widget_disabled": [{ widget: { ...WIDGET, enabled: false } }],
    "warning widget_not_on_hosted_form, warning widget_unverified": [
      { widget: { ...WIDGET, isVerified: false } },
    ],
    "error widget_hostname_missing, note hosted_form_closed": [
      { ...withSettings({ allowedOrigins: [...acme, "https://shop.acme.com"] }), widget: WIDGET },
    ],
    "warning widget_not_on_hosted_form": [
      { ...withSettings({ allowedOrigins: [WELL.ownOrigin] }), widget: WIDGET },
    ],
    "warning replies_not_sent": [{ isReplyEnabled: true }],
    "warning messages_not_confirmed": [
      { asksToConfirm: true },
      { asksToConfirm: true, ownChallenge: "unverified" },
    ],
    "note webhook_disabled": [withWebhook("suspended", { enabled: false })],
    "error webhook_failing": [withWebhook("failing", { failuresInRow: 3 })],
    "warning webhook_retrying": [withWebhook("healthy", { failuresInRow: 1 })],
    "error webhook_suspended": [withWebhook("suspended")],
    "error emails_failed, warning emails_uncertain": [
      { results: { ...WELL.results, emails: { failed: 2, uncertain: 1 } } },
    ],
    "error events_failed": [{ ...withWebhook("healthy"), ...withEvents(3, 1, 0) }],
    "error webhook_failing, error form_paused": [
      { ...withWebhook("failing"), status: "paused", ...withEvents(0, 0, 17) },
    ],
    "error destination_failing": [withDestination("failing")],
    "error destination_suspended": [withDestination("suspended")],
    "warning empty_submissions": [rejected("empty_submission")],
    "note rate_limited": [rejected("rate_limited")],
    "warning uploads_disabled": [rejected("uploads_disabled")],
    "note unused_fields": [{ recent: { ...WELL.recent, unused: ["_captcha", "form-name"] } }],
    "warning charset_guessed": [
      { recent: { ...WELL.recent, guessedCharsets: ["windows-1252", "gbk"] } },
    ],
    "note text_form": [{ recent: { ...WELL.recent, total: 1, textForms: 1 } }],
    "note too_large": [rejected("submission_too_large")],
    "note too_many_fields": [rejected("too_many_fields")],
    "note invalid_values": [rejected("validation_failed")],
    "warning wrong_format": [rejected("invalid_json"), rejected("unsupported_media_type")],
    "note redirect_ignored": [
      asked("redirect", "https://acme.com"),
      asked("redirectto", "/thanks"),
      asked("_next", "https://acme.com/thanks"),
      asked("_redirect", "/thanks"),
      asked("_next", "thanks.html"),
      asked("_next", "http://www.acme.com/"),
      asked("_next", "https://acme.com/1", "https://acme.com/2", "https://acme.com/3"),
    ],
    "note inert_field": [asked("_cc", "boss@acme.com")],
  };

  it.each(Object.entries(cases))("finds %s", (ids, forms) => {
    for (const form of forms) expect(idsOf(form).join(", ")).toBe(ids);
  });

  it.each<[string, Partial<FormCondition>]>([
    ["a honeypot that catches few", { recent: { ...WELL.recent, total: 4, honeypot: 4 } }],
    ["a redirect to a public page", withSettings({ redirectUrl: `${acme[0]}/thanks?x=1` })],
    [
      "files sent before uploads were enabled",
      {
        ...rejected("uploads_disabled"),
        ...withSettings({ uploads: { enabled: true, retentionDays: 30 } }),
      },
    ],
    ["missing challenge tokens if there is no widget", rejected("turnstile_required")],
    ["rejected origins if all are allowed", rejected("origin_not_allowed", "https://evil.example")],
    [
      "redirects within the allowed origins",
      {
        ...withSettings({ allowedOrigins: [...acme, WELL.ownOrigin] }),
        ...asked("_next", `${acme[0]}/thanks`, "//www.acme.com", "/thanks"),
      },
    ],
    ["another field named redirect", asked("redirect", "yes")],
  ])("finds nothing wrong with %s", (_, change) => {
    expect(idsOf(change)).toEqual([]);
  });

  it("distinguishes near-matches, foreign origins, and special origins", () => {
    const allowed = withSettings({ allowedOrigins: ["https://acme.com", WELL.ownOrigin] });
    const severityOf = (origin: string) =>
      examine({ ...WELL, ...allowed, ...rejected("origin_not_allowed", origin, 1) })[0]?.severity;
    expect(severityOf("https://www.acme.com")).toBe("error");
    expect(severityOf("http://acme.com")).toBe("error");
    expect(severityOf("https://shop.acme.com")).toBe("warning");
    expect(severityOf("null")).toBe("warning");
    expect(severityOf("")).toBe("note");
    expect(severityOf("*")).toBe("note");
    expect(severityOf("https://acme.com"), "allowed in the meantime").toBeUndefined();
  });

  it("reports honeypot hits over the limit as not stored", () => {
    const [finding, ...others] = examine({ ...WELL, ...rejected("honeypot_full", "", 1200) });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ id: "honeypot_full", severity: "note" });
    expect(finding?.what).toContain("1,200 submissions were caught by the honeypot");
    expect(finding?.what).not.toContain("rejected");
  });

  it("sorts by severity and keeps untrusted text on one line", () => {
    const findings = examine({
      ...WELL,
      ...withSettings({ allowedOrigins: ["https://acme.com"] }),
      rejections: [
        { code: "origin_not_allowed", origin: `https://evil\u202e\n${"x".repeat(150)}`, count: 1 },
        { code: "rate_limited", origin: "", count: 1200 },
      ],
      ...withWebhook("suspended"),
    });
    expect(findings.map(({ severity }) => severity)).toEqual(["error", "warning", "note", "note"]);
    for (const finding of findings) {
      expect(Finding.parse(finding)).toEqual(finding);
      expect(finding.what).toMatch(/^[A-Z0-9“].*\.$/);
      expect(finding.fix).toMatch(/^[A-Z].*\.$/);
      expect(finding.what).not.toMatch(/[\u202e\n]/);
    }
    expect(findings.map(({ what }) => what).join()).toContain("1,200 submissions were rejected");
  });
});
