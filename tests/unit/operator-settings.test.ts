import { expect, test } from "vitest";
import {
  areServerUrls,
  describeServers,
  listServerUrls,
  mustAcceptWrites,
} from "#lib/core/settings/server-urls";
import { parseSettings } from "#lib/core/settings/settings";
import { summarize } from "#server/start/summary";

function summaryOf(env: Record<string, string>): string {
  return summarize({
    settings: parseSettings(env),
    dataDir: "/data",
    databaseDir: "/data/postgres",
    isDevelopment: false,
  });
}

const LIVE = { EMAIL_MODE: "live", EMAIL_FROM: "forms@example.com" };

test("the summary names no operator setting that isn't set", () => {
  expect(summaryOf({})).not.toMatch(
    /SIGN_UP|MONTHLY_ALLOWANCE|WEBHOOK_ALLOWED_HOSTS|UPLOAD_LIMIT_MB|UPLOAD_FILES/,
  );
});

test.each<[Record<string, string>, string]>([
  [{}, "  Email     captured in the test inbox, nothing is sent (EMAIL_MODE=capture)\n"],
  [
    { ...LIVE, RESEND_API_KEY: "re_secret" },
    "  Email     sent through Resend from forms@example.com\n",
  ],
  [
    { ...LIVE, SMTP_URL: "smtp://user:s3cret@smtp.example.com" },
    "  Email     sent through SMTP at smtp.example.com:587 (STARTTLS) from forms@example.com\n",
  ],
  [
    { ...LIVE, SMTP_URL: "smtp://mail:25", SMTP_PLAINTEXT: "1" },
    "  Email     sent through SMTP at mail:25 (without TLS) from forms@example.com\n",
  ],
  [{ SIGN_UP: "invited" }, "SIGN_UP=invited"],
  [{ SIGN_UP: "closed" }, "SIGN_UP=closed"],
  [{ MONTHLY_ALLOWANCE: "500" }, "500 a month for every workspace"],
  [{ MONTHLY_ALLOWANCE: "unlimited" }, "unlimited for every"],
  [
    { WEBHOOK_ALLOWED_HOSTS: "N8N:5678, 10.0.0.5:8080" },
    "also to n8n:5678, 10.0.0.5:8080 (WEBHOOK_ALLOWED_HOSTS)",
  ],
  [{ UPLOAD_LIMIT_MB: "25" }, "up to 25 MiB per message"],
  [{ UPLOAD_FILES: "1" }, "up to 1 file per message"],
  [
    { BRAND_NAME: "Nordlicht Forms", BRAND_URL: "https://nordlicht.example/forms" },
    "Nordlicht Forms, https://nordlicht.example/forms",
  ],
  [{ DEMO: "reset" }, "DEMO=reset"],
])("the summary of %j contains %j, and no secrets", (env, line) => {
  const summary = summaryOf(env);
  expect(summary).toContain(line);
  expect(summary).not.toMatch(/s3cret|re_secret/);
});

test("operator settings are parsed", () => {
  const allowance = (value: string) => parseSettings({ MONTHLY_ALLOWANCE: value }).monthlyAllowance;
  expect(["1", "250000", "unlimited"].map(allowance)).toEqual([1, 250_000, null]);
  expect(parseSettings({ SIGN_UP: "invited" }).signUp).toBe("invited");
  expect(parseSettings({ UPLOAD_LIMIT_MB: "25" }).uploadLimitMb).toBe(25);
  expect(parseSettings({ UPLOAD_FILES: "1" }).uploadFiles).toBe(1);
  const brand = { name: "Nordlicht Forms", url: "https://nordlicht.example/forms" };
  expect(parseSettings({ BRAND_NAME: brand.name, BRAND_URL: brand.url }).brand).toEqual({
    ...brand,
    isOwn: true,
  });
});

test.each<[Record<string, string>, RegExp]>([
  [{ UPLOAD_LIMIT_MB: "5", VERCEL: "1" }, /^UPLOAD_LIMIT_MB must be at most 4 on serverless hosts/],
  [{ UPLOAD_LIMIT_MB: "9", INTAKE_BODY_BUDGET_MB: "8" }, /^INTAKE_BODY_BUDGET_MB must /],
  [{ DEMO: "reset", ...LIVE, RESEND_API_KEY: "re_1" }, /^EMAIL_MODE must be capture/],
])("rejects settings that don't go together: %j", (env, message) => {
  expect(() => parseSettings(env)).toThrow(message);
});

const SEVERAL = "postgresql://ada:a,b%40c@one:5432,[::1]:5433,three/forms?target_session_attrs=any";

test("a URL with several servers becomes one URL for each of them", () => {
  expect(listServerUrls(SEVERAL)).toEqual([
    "postgresql://ada:a,b%40c@one:5432/forms?target_session_attrs=any",
    "postgresql://ada:a,b%40c@[::1]:5433/forms?target_session_attrs=any",
    "postgresql://ada:a,b%40c@three/forms?target_session_attrs=any",
  ]);
  expect(listServerUrls("postgres://one,two")).toEqual(["postgres://one", "postgres://two"]);
});

test("commas outside of the server list separate nothing", () => {
  for (const url of ["postgresql://a,b:c,d@one/forms?x=1,2", "postgresql:///forms?host=/run", ""])
    expect(listServerUrls(url)).toEqual([url]);
});

test("the description of a database has its servers and no password", () => {
  expect(describeServers(SEVERAL)).toBe("one:5432,[::1]:5433,three/forms");
  expect(describeServers("postgresql://ada:secret@one/forms")).toBe("one/forms");
});

test("rejects server lists with a gap, a bad port, or another protocol", () => {
  expect(areServerUrls(SEVERAL)).toBe(true);
  for (const url of ["one,two", "postgresql://one,,two/x", "postgresql://one:x,two/x", "mysql://x"])
    expect(areServerUrls(url), url).toBe(false);
});

test("one of several servers must accept writes, and one alone if the URL says so", () => {
  const required = (url: string) => mustAcceptWrites(`postgresql://${url}`);
  expect(["one,two/x", "one/x?target_session_attrs=read-write"].map(required)).toEqual([
    true,
    true,
  ]);
  expect(["one/x", "one/x?target_session_attrs=any"].map(required)).toEqual([false, false]);
});
