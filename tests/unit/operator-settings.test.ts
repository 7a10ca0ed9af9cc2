import { describe, expect, test } from "vitest";
import { parseSettings } from "#lib/core/settings";
import { summarize } from "#selfhost/summary";

function summaryOf(env: Record<string, string>): string {
  return summarize({
    settings: parseSettings(env),
    dataDir: "/data",
    databaseDir: "/data/postgres",
    isDevelopment: false,
  });
}

test("the summary names no operator setting that isn't set", () => {
  expect(summaryOf({})).not.toMatch(
    /SIGN_UP|MONTHLY_ALLOWANCE|WEBHOOK_ALLOWED_HOSTS|UPLOAD_LIMIT_MB|UPLOAD_FILES/,
  );
});

describe("SIGN_UP", () => {
  test.each(["invited", "closed"])("%s is in the summary", (mode) => {
    expect(parseSettings({ SIGN_UP: mode }).signUp).toBe(mode);
    expect(summaryOf({ SIGN_UP: mode })).toContain(`SIGN_UP=${mode}`);
  });

  test("rejects other values by name", () => {
    expect(() => parseSettings({ SIGN_UP: "invite" })).toThrow(/^SIGN_UP must be /);
  });
});

describe("MONTHLY_ALLOWANCE", () => {
  test("is a number or unlimited, and in the summary", () => {
    const of = (MONTHLY_ALLOWANCE: string) => parseSettings({ MONTHLY_ALLOWANCE }).monthlyAllowance;
    expect([of("1"), of("250000"), of("unlimited")]).toEqual([1, 250_000, null]);
    expect(summaryOf({ MONTHLY_ALLOWANCE: "500" })).toContain("500 a month for every workspace");
    expect(summaryOf({ MONTHLY_ALLOWANCE: "unlimited" })).toContain("unlimited for every");
  });

  test.each(["0", "-1", "1.5", "none", "1000000001"])("rejects %s", (MONTHLY_ALLOWANCE) => {
    expect(() => parseSettings({ MONTHLY_ALLOWANCE })).toThrow(/^MONTHLY_ALLOWANCE must be /);
  });
});

test("the summary lists the hosts of WEBHOOK_ALLOWED_HOSTS", () => {
  expect(summaryOf({ WEBHOOK_ALLOWED_HOSTS: "N8N:5678, 10.0.0.5:8080" })).toContain(
    "also to n8n:5678, 10.0.0.5:8080 (WEBHOOK_ALLOWED_HOSTS)",
  );
});

describe("UPLOAD_LIMIT_MB", () => {
  test("is up to 25, and in the summary", () => {
    expect(parseSettings({ UPLOAD_LIMIT_MB: "25" }).uploadLimitMb).toBe(25);
    expect(summaryOf({ UPLOAD_LIMIT_MB: "25" })).toContain("up to 25 MiB per message");
  });

  test.each([
    [{ UPLOAD_LIMIT_MB: "26" }, /^UPLOAD_LIMIT_MB must be a whole number from 1 to 25/],
    [{ UPLOAD_LIMIT_MB: "0" }, /^UPLOAD_LIMIT_MB must /],
    [
      { UPLOAD_LIMIT_MB: "5", VERCEL: "1" },
      /^UPLOAD_LIMIT_MB must be at most 4 on serverless hosts/,
    ],
    [{ UPLOAD_LIMIT_MB: "9", INTAKE_BODY_BUDGET_MB: "8" }, /^INTAKE_BODY_BUDGET_MB must /],
  ])("rejects %j", (env, message) => {
    expect(() => parseSettings(env)).toThrow(message);
  });
});

describe("UPLOAD_FILES", () => {
  test("is up to 5, and in the summary", () => {
    expect(parseSettings({ UPLOAD_FILES: "1" }).uploadFiles).toBe(1);
    expect(summaryOf({ UPLOAD_FILES: "1" })).toContain("up to 1 file per message");
  });

  test.each(["0", "6", "1.5", "all"])("rejects %s", (UPLOAD_FILES) => {
    expect(() => parseSettings({ UPLOAD_FILES })).toThrow(
      /^UPLOAD_FILES must be a whole number from 1 to 5/,
    );
  });
});

describe("BRAND_NAME and BRAND_URL", () => {
  test("are in the summary", () => {
    const env = { BRAND_NAME: "Nordlicht Forms", BRAND_URL: "https://nordlicht.example/forms" };
    expect(parseSettings(env).brand).toEqual({
      name: "Nordlicht Forms",
      url: "https://nordlicht.example/forms",
      isOwn: true,
    });
    expect(summaryOf(env)).toContain("Nordlicht Forms, https://nordlicht.example/forms");
  });

  test.each([
    { BRAND_NAME: "x".repeat(61) },
    { BRAND_NAME: "Forms\nBcc: x" },
    { BRAND_NAME: 'Forms" <x' },
    { BRAND_NAME: "forms@example.com" },
    { BRAND_NAME: "F\u202eorms" },
    { BRAND_URL: "javascript:alert(1)" },
    { BRAND_URL: "www.example.com" },
    { BRAND_URL: "https://user:secret@www.example.com" },
    { BRAND_URL: `https://www.example.com/${"x".repeat(300)}` },
  ])("rejects %j", (env) => {
    expect(() => parseSettings(env)).toThrow(new RegExp(`^${Object.keys(env)[0]} must `));
  });
});

test("a public demo is in the summary, and captures its emails", () => {
  expect(summaryOf({ DEMO: "reset" })).toContain("DEMO=reset");
  const live = { EMAIL_MODE: "live", RESEND_API_KEY: "re_1", EMAIL_FROM: "f@example.com" };
  expect(() => parseSettings({ DEMO: "reset", ...live })).toThrow(/^EMAIL_MODE must be capture/);
});
