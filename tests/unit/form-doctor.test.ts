import { describe, expect, it } from "vitest";
import { ERROR_STATUS } from "#lib/core/errors";
import { DEFAULT_SETTINGS } from "#lib/forms/schema";
import { examine } from "#lib/intake/diagnose-form";
import type { FormCondition } from "#lib/intake/form-condition";
import { Finding } from "#lib/intake/schema";
import { ConnectTurnstileInput } from "#lib/turnstile/schema";
import { WELL } from "#tests/support/factories/form-condition";

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

function withDestination(health: FormCondition["destinations"][number]["health"], enabled = true) {
  return { destinations: [{ name: "Slack", enabled, health }] };
}

function withWebhook(health: "healthy" | "failing" | "suspended", enabled = true) {
  return { webhook: { enabled, health } };
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
  const cases: [string, Partial<FormCondition>, ...string[]][] = [
    ["a paused form", { status: "paused" }, "error form_paused"],
    ["a month at 80% of the allowance", used(800), "warning allowance_nearly_used_up"],
    ["a month with no allowance left", used(1000), "error messages_held"],
    ["a month at twice the allowance", used(2000), "error allowance_used_up"],
    [
      "unverified recipients",
      { recipients: { named: 2, verified: 0 } },
      "error no_verified_recipient",
    ],
    [
      "a recipient whose emails come back",
      { blockedRecipients: [{ email: "a@example.com", reason: "bounced" }] },
      "error recipient_blocked",
    ],
    [
      "a recipient who marked an email as spam",
      { blockedRecipients: [{ email: "a@example.com", reason: "complained" }] },
      "error recipient_blocked",
    ],
    ["no recipients", noOne, "warning no_one_notified"],
    ["no recipients, but routing rules", { ...noOne, ...withRules(1) }, "note only_rules_notify"],
    [
      "no recipients and disabled routing rules",
      { ...noOne, routing: { ...withRules(1).routing, enabled: false } },
      "warning no_one_notified",
    ],
    ["routing without rules", withRules(), "note routing_without_rules"],
    ["a routing rule without a verified recipient", withRules(0, 1), "error rule_notifies_nobody"],
    [
      "a honeypot name that browsers autofill",
      withSettings({ honeypot: "Email" }),
      "warning honeypot_name_common",
    ],
    [
      "a honeypot that catches most submissions",
      { recent: { ...WELL.recent, total: 8, honeypot: 5 } },
      "warning honeypot_catches_most",
    ],
    [
      "messages that the block lists caught",
      { blocked: { senders: 3, words: 1 } },
      "note blocked_lists_caught",
    ],
    [
      "nothing wrong with a honeypot that catches few",
      { recent: { ...WELL.recent, total: 4, honeypot: 4 } },
    ],
    [
      "a redirect to a private network",
      withSettings({ redirectUrl: "https://intranet/thanks" }),
      "error redirect_not_public",
    ],
    [
      "a redirect back to a form",
      withSettings({ redirectUrl: "https://forms.example.org/f/abc" }),
      "warning redirect_to_form",
    ],
    [
      "nothing wrong with a redirect to a public page",
      withSettings({ redirectUrl: "https://www.acme.com/thanks?x=1" }),
    ],
    [
      "allowed origins without the hosted form's origin",
      withSettings({ allowedOrigins: ["https://www.acme.com"] }),
      "note hosted_form_closed",
    ],
    [
      "a widget that only observes, wherever it would run",
      {
        widget: {
          ...WIDGET,
          enabled: false,
          observed: { passed: 3, failed: 1, missing: 12 },
          hostnames: [],
        },
      },
      "note widget_observing",
    ],
    ["a disabled widget", { widget: { ...WIDGET, enabled: false } }, "note widget_disabled"],
    [
      "a widget that no visitor has passed",
      { widget: { ...WIDGET, isVerified: false } },
      "warning widget_not_on_hosted_form",
      "warning widget_unverified",
    ],
    [
      "a widget without the hostname of an allowed origin",
      {
        ...withSettings({ allowedOrigins: ["https://www.acme.com", "https://shop.acme.com"] }),
        widget: WIDGET,
      },
      "error widget_hostname_missing",
      "note hosted_form_closed",
    ],
    [
      "a widget without the hosted form's hostname",
      { ...withSettings({ allowedOrigins: ["https://forms.example.org"] }), widget: WIDGET },
      "warning widget_not_on_hosted_form",
    ],
    ["auto-replies without a widget", { isReplyEnabled: true }, "warning replies_not_sent"],
    ["confirmation without a widget", { asksToConfirm: true }, "warning messages_not_confirmed"],
    ["a disabled webhook", withWebhook("suspended", false), "note webhook_disabled"],
    ["a failing endpoint", withWebhook("failing"), "error webhook_failing"],
    [
      "notifications that failed or may not have arrived",
      { results: { ...WELL.results, emails: { failed: 2, uncertain: 1 } } },
      "error emails_failed",
      "warning emails_uncertain",
    ],
    [
      "failed events of an endpoint that is healthy again",
      {
        ...withWebhook("healthy"),
        results: { ...WELL.results, events: { delivered: 3, failed: 1, waiting: 0 } },
      },
      "error events_failed",
    ],
    [
      "failures before wrong settings",
      {
        ...withWebhook("failing"),
        status: "paused",
        results: { ...WELL.results, events: { delivered: 0, failed: 0, waiting: 17 } },
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

  it.each(cases)("finds %s", (_, change, ...ids) => {
    expect(idsOf(change)).toEqual(ids);
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
