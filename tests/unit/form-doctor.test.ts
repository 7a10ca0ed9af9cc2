import { describe, expect, it } from "vitest";
import { ERROR_STATUS } from "#lib/core/errors";
import { DEFAULT_SETTINGS } from "#lib/forms/schema";
import { examine } from "#lib/intake/diagnose-form";
import type { FormCondition } from "#lib/intake/form-condition";
import { Finding } from "#lib/intake/schema";
import { WELL } from "#tests/support/factories/form-condition";

const WIDGET = { enabled: true, observed: null, isVerified: true, hostnames: ["www.acme.com"] };

function idsOf(change: Partial<FormCondition>): string[] {
  return examine({ ...WELL, ...change }).map(({ severity, id }) => `${severity} ${id}`);
}

type Health = FormCondition["destinations"][number]["health"];

const withSettings = (change: Partial<FormCondition["settings"]>) => ({
  settings: { ...DEFAULT_SETTINGS, ...change },
});
const withOrigins = (...allowedOrigins: string[]) => withSettings({ allowedOrigins });
const redirectTo = (redirectUrl: string) => withSettings({ redirectUrl });
const rejected = (code: string, origin = "", count = 3) => ({
  rejections: [{ code, origin, count }],
});
const used = (accepted: number) => ({ usage: { accepted, allowance: 1000, hasPlans: true } });
/** Routing with a rule for each number of verified recipients. */
const withRules = (...verified: number[]) => ({
  routing: { enabled: true, rules: verified.map((count) => ({ name: "a", verified: count })) },
});
const withDestination = (health: Health, enabled = true) => ({
  destinations: [{ name: "Slack", enabled, health }],
});
const withWebhook = (health: "healthy" | "failing" | "suspended", enabled = true) => ({
  webhook: { enabled, health },
});
const withRecipients = (named: number) => ({ recipients: { named, verified: 0 } });
const withBlocked = (reason: "bounced" | "complained") => ({
  blockedRecipients: [{ email: "a@example.com", reason }],
});
const withHoneypot = (honeypot: number, total: number) => ({
  recent: { ...WELL.recent, total, honeypot },
});
const withWidget = (change: Partial<NonNullable<FormCondition["widget"]>> = {}) => ({
  widget: { ...WIDGET, ...change },
});
const withResults = (change: Partial<FormCondition["results"]>) => ({
  results: { ...WELL.results, ...change },
});

const CASES: [string, Partial<FormCondition>, ...string[]][] = [
  ["a paused form", { status: "paused" }, "error form_paused"],
  ["a month at 80% of the allowance", used(800), "warning allowance_nearly_used_up"],
  ["a month with no allowance left", used(1000), "error messages_held"],
  ["a month at twice the allowance", used(2000), "error allowance_used_up"],
  ["unverified recipients", withRecipients(2), "error no_verified_recipient"],
  ["a recipient whose emails come back", withBlocked("bounced"), "error recipient_blocked"],
  ["a recipient who marked an email as spam", withBlocked("complained"), "error recipient_blocked"],
  ["no recipients", withRecipients(0), "warning no_one_notified"],
  [
    "no recipients, but routing rules",
    { ...withRecipients(0), ...withRules(1) },
    "note only_rules_notify",
  ],
  [
    "no recipients and disabled routing rules",
    { ...withRecipients(0), routing: { ...withRules(1).routing, enabled: false } },
    "warning no_one_notified",
  ],
  ["routing without rules", withRules(), "note routing_without_rules"],
  ["a routing rule without a verified recipient", withRules(0, 1), "error rule_notifies_nobody"],
  [
    "a honeypot name that browsers autofill",
    withSettings({ honeypot: "Email" }),
    "warning honeypot_name_common",
  ],
  ["a honeypot that catches most submissions", withHoneypot(5, 8), "warning honeypot_catches_most"],
  [
    "messages that the block lists caught",
    { blocked: { senders: 3, words: 1 } },
    "note blocked_lists_caught",
  ],
  ["nothing wrong with a honeypot that catches few", withHoneypot(4, 4)],
  [
    "a redirect to a private network",
    redirectTo("https://intranet/thanks"),
    "error redirect_not_public",
  ],
  [
    "a redirect back to a form",
    redirectTo("https://forms.example.org/f/abc"),
    "warning redirect_to_form",
  ],
  ["nothing wrong with a redirect to a public page", redirectTo("https://www.acme.com/thanks?x=1")],
  [
    "allowed origins without the hosted form's origin",
    withOrigins("https://www.acme.com"),
    "note hosted_form_closed",
  ],
  [
    "a widget that only observes, wherever it would run",
    withWidget({ enabled: false, observed: { passed: 3, failed: 1, missing: 12 }, hostnames: [] }),
    "note widget_observing",
  ],
  ["a disabled widget", withWidget({ enabled: false }), "note widget_disabled"],
  [
    "a widget that no visitor has passed",
    withWidget({ isVerified: false }),
    "warning widget_not_on_hosted_form",
    "warning widget_unverified",
  ],
  [
    "a widget without the hostname of an allowed origin",
    { ...withOrigins("https://www.acme.com", "https://shop.acme.com"), ...withWidget() },
    "error widget_hostname_missing",
    "note hosted_form_closed",
  ],
  [
    "a widget without the hosted form's hostname",
    { ...withOrigins("https://forms.example.org"), ...withWidget() },
    "warning widget_not_on_hosted_form",
  ],
  ["auto-replies without a widget", { isReplyEnabled: true }, "warning replies_not_sent"],
  ["confirmation without a widget", { asksToConfirm: true }, "warning messages_not_confirmed"],
  ["a disabled webhook", withWebhook("suspended", false), "note webhook_disabled"],
  ["a failing endpoint", withWebhook("failing"), "error webhook_failing"],
  [
    "notifications that failed or may not have arrived",
    withResults({ emails: { failed: 2, uncertain: 1 } }),
    "error emails_failed",
    "warning emails_uncertain",
  ],
  [
    "failed events of an endpoint that is healthy again",
    {
      ...withWebhook("healthy"),
      ...withResults({ events: { delivered: 3, failed: 1, waiting: 0 } }),
    },
    "error events_failed",
  ],
  [
    "failures before wrong settings",
    {
      ...withWebhook("failing"),
      status: "paused",
      ...withResults({ events: { delivered: 0, failed: 0, waiting: 17 } }),
    },
    "error webhook_failing",
    "error form_paused",
  ],
  ["a failing destination", withDestination("failing"), "error destination_failing"],
  ["a suspended destination", withDestination("suspended"), "error destination_suspended"],
  ["a suspended endpoint", withWebhook("suspended"), "error webhook_suspended"],
  ["empty submissions", rejected("empty_submission"), "warning empty_submissions"],
  ["rate-limited submissions", rejected("rate_limited"), "note rate_limited"],
  ["files sent while uploads are off", rejected("uploads_disabled"), "warning uploads_disabled"],
  [
    "nothing wrong with files sent before uploads were enabled",
    {
      ...rejected("uploads_disabled"),
      ...withSettings({ uploads: { enabled: true, retentionDays: 30 } }),
    },
  ],
  [
    "nothing wrong with missing challenge tokens if there is no widget",
    rejected("turnstile_required"),
  ],
  [
    "nothing wrong with rejected origins if all origins are allowed",
    rejected("origin_not_allowed", "https://evil.example"),
  ],
];

describe("the form doctor", () => {
  it("writes about a single rejected submission in the singular", () => {
    const form = { ...WELL, ...withOrigins("https://www.acme.com") };
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
      ...withOrigins("https://www.acme.com", WELL.ownOrigin),
      routing: { enabled: true, rules: [{ name: "Sales", verified: 1 }] },
      widget: { ...WIDGET, hostnames: ["www.acme.com", "forms.example.org"] },
      isReplyEnabled: true,
      asksToConfirm: true,
      ...withWebhook("healthy"),
      recent: { ...WELL.recent, total: 50, honeypot: 25 },
    };
    expect(idsOf(everything)).toEqual([]);
  });

  it.each(CASES)("finds %s", (_, change, ...ids) => {
    expect(idsOf(change)).toEqual(ids);
  });

  it("distinguishes near-matches, foreign origins, and special origins", () => {
    const allowed = withOrigins("https://acme.com", WELL.ownOrigin);
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
      ...withOrigins("https://acme.com"),
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
