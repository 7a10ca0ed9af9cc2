import { expect, test } from "vitest";
import { parseSettings } from "#lib/core/settings/settings";
import { describeStart } from "#server/start/summary";

function summaryOf(env: Record<string, string>): string {
  return describeStart({
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
  [
    {
      SPAM_MODEL_URL: "http://localhost:11434/v1",
      SPAM_MODEL: "gemma3:4b",
      SPAM_MODEL_KEY: "s3cret",
    },
    "  Spam      also asks gemma3:4b at localhost:11434 (SPAM_MODEL_URL)\n",
  ],
  [{ OUTGOING: "off" }, "OUTGOING=off"],
  [{ UPLOAD_FILES: "0" }, "off (UPLOAD_FILES=0)"],
  [
    { OPERATOR_EMAILS: "ops@example.com", BASE_URL: "https://forms.example.com" },
    "no status page while emails are captured",
  ],
])("the summary of %j contains %j, and no secrets", (env, line) => {
  const summary = summaryOf(env);
  expect(summary).toContain(line);
  expect(summary).not.toMatch(/s3cret|re_secret/);
});

test("no two rows of the summary have the same name", () => {
  const summary = summaryOf({
    UPLOAD_FILES: "1",
    UPLOAD_LIMIT_MB: "25",
    MONTHLY_ALLOWANCE: "500",
    SIGN_UP: "closed",
    BRAND_NAME: "Nordlicht Forms",
    WEBHOOK_ALLOWED_HOSTS: "n8n:5678",
    OUTGOING: "off",
    OPERATOR_EMAILS: "ops@example.com",
    BASE_URL: "https://forms.example.com",
  });
  const names = [...summary.matchAll(/^ {2}(\S+) +\S/gm)].map(([, name]) => name);
  expect(names).toEqual([...new Set(names)]);
  expect(names).toContain("Uploads");
});

test("operator settings are parsed", () => {
  const allowance = (value: string) => parseSettings({ MONTHLY_ALLOWANCE: value }).monthlyAllowance;
  expect(["1", "250000", "unlimited"].map(allowance)).toEqual([1, 250_000, null]);
  expect(parseSettings({ SIGN_UP: "invited" }).signUp).toBe("invited");
  expect(parseSettings({ UPLOAD_LIMIT_MB: "25" }).uploadLimitMb).toBe(25);
  expect(parseSettings({ UPLOAD_FILES: "1" })).toMatchObject({
    uploadFiles: 1,
    acceptsFiles: true,
  });
  expect(parseSettings({ UPLOAD_FILES: "0" }).acceptsFiles).toBe(false);
  const brand = { name: "Nordlicht Forms", url: "https://nordlicht.example/forms" };
  expect(parseSettings({ BRAND_NAME: brand.name, BRAND_URL: brand.url }).brand).toEqual({
    ...brand,
    isOwn: true,
  });
});

test.each<[Record<string, string>, RegExp]>([
  [{ UPLOAD_LIMIT_MB: "5", VERCEL: "1" }, /^UPLOAD_LIMIT_MB must be at most 4 on serverless hosts/],
  [{ UPLOAD_LIMIT_MB: "9", INTAKE_BODY_BUDGET_MB: "8" }, /^INTAKE_BODY_BUDGET_MB must /],
  [
    { DEMO: "reset" },
    /^DEMO must be 0 or 1; for a public demo, see .* in docs\/self-hosting\/settings.md$/,
  ],
  [{ DEMO_PASSWORD: "look around here" }, /^DEMO must be 1 when DEMO_PASSWORD is set$/],
])("rejects settings that don't go together: %j", (env, message) => {
  expect(() => parseSettings(env)).toThrow(message);
});

test("the summary has the database's server and no password", () => {
  const summary = describeStart({
    settings: parseSettings({ DATABASE_URL: "postgresql://ada:s3cret@one:5433/forms" }),
    dataDir: "/data",
    databaseDir: undefined,
    isDevelopment: false,
  });
  expect(summary).toContain("  Database  one:5433/forms (DATABASE_URL)\n");
  expect(summary).not.toContain("s3cret");
});

test.each([
  "postgresql://one,two/forms",
  "postgresql://ada:a,b%40c@one:5432,[::1]:5433/forms?target_session_attrs=read-write",
  "postgres://one,two",
])("several database servers are rejected with what to do instead: %s", (url) => {
  for (const name of ["DATABASE_URL", "DIRECT_DATABASE_URL"])
    expect(() => parseSettings({ [name]: url })).toThrow(
      new RegExp(`^${name} must name one server: .* proxy .* provider's endpoint`),
    );
});

test.each([
  "postgresql://a,b:c,d@one/forms?x=1,2",
  "postgresql:///forms?host=/run",
  "postgresql://one:5432/forms?target_session_attrs=read-write",
])("commas outside of the host and libpq's parameters are left alone: %s", (url) => {
  expect(parseSettings({ DATABASE_URL: url }).databaseUrl).toBe(url);
});

test("a provider to sign in with is complete, and its secret is in no summary", () => {
  const oidc = {
    OIDC_ISSUER: "https://id.example.com/realms/main",
    OIDC_CLIENT_ID: "forms",
    OIDC_CLIENT_SECRET: "s3cret",
  };
  const summary = summaryOf({ ...oidc, OIDC_NAME: "Mill ID" });
  expect(summary).toContain("also with Mill ID, https://id.example.com/realms/main (OIDC_ISSUER)");
  expect(summary).not.toContain("s3cret");
  expect(() => parseSettings({ ...oidc, OIDC_CLIENT_SECRET: "" })).toThrow(
    "OIDC_CLIENT_SECRET is required when OIDC_ISSUER, OIDC_CLIENT_ID is set",
  );
  expect(() => parseSettings({ OIDC_NAME: "Mill ID" })).toThrow(
    "OIDC_ISSUER is required when OIDC_NAME is set",
  );
  expect(summaryOf({ ...oidc, OIDC_REQUIRED: "1" })).toContain("only with single sign-on");
  expect(() => parseSettings({ OIDC_REQUIRED: "1" })).toThrow(
    "OIDC_ISSUER is required when OIDC_REQUIRED is 1",
  );
  expect(() => parseSettings({ ...oidc, OIDC_REQUIRED: "1", DEMO: "1" })).toThrow(
    "OIDC_REQUIRED can't be 1 with DEMO",
  );
});
