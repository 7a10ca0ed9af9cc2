import { expect, test } from "vitest";
import { parseSettings } from "#lib/core/settings/settings";

const WRONG: Record<string, string[]> = {
  NODE_ENV: ["staging"],
  PORT: ["abc", "-1", "65536", "80.5"],
  BASE_URL: [
    "localhost:3000",
    "ftp://x",
    "x",
    "https://x/path",
    "https://x?a",
    "https://u:p@x",
    "https://x#a",
  ],
  DATABASE_URL: [
    "mysql://x",
    "x",
    "localhost:5432/db",
    "postgresql://a,,b/db",
    "postgresql://a:x/db",
  ],
  DIRECT_DATABASE_URL: ["mysql://x", "localhost:5432/db"],
  DATABASE_POOL_MAX: ["0", "-1", "x", "1.5"],
  DATABASE_PREPARED: ["false", "no", "2"],
  SECRET_KEY: ["x".repeat(31)],
  CRON_SECRET: ["x".repeat(15)],
  EMAIL_MODE: ["Live", "smtp"],
  EMAIL_FROM: ["Forms", "a@b@c", "Forms <f@example.com", "a@b.c\nBcc: x@y.z"],
  SMTP_URL: [
    "mail.example.com",
    "http://mail",
    "smtp://",
    "smtp://mail/path",
    "smtp://mail?tls=no",
    "smtp://user@mail",
    "smtp://:pass@mail",
    "smtp://u%ZZ:p@mail",
    "smtp://mail:99999",
  ],
  SMTP_PLAINTEXT: ["yes", "true"],
  RESEND_WEBHOOK_SECRET: ["secret", "whsec_", "whsec_short", "whsec_not base64 not base64 not"],
  RESEND_BASE_URL: ["api.resend.com", "localhost:8080"],
  EMAIL_RATE_PER_SECOND: ["0", "x", "-1", "Infinity"],
  REDIS_URL: ["http://localhost", "localhost:6379"],
  TURNSTILE_VERIFY_URL: ["challenges.cloudflare.com"],
  OUTBOUND_CONNECT_TO: ["x", "a:80:b:1", "a:443:b", "a:443:b:0", "a:443:b:70000", "a:443:b:1,,"],
  TRUSTED_PROXIES: ["10.0.0.0/33", "example.com", "10.0.0.1,"],
  TRUST_PROXY: ["-1", "11", "1.5", "cloudflare"],
  MANAGEMENT_RATE_LIMIT: ["0", "-1", "x", "1.5", "1e3", "0x10", "60.0", "9".repeat(20)],
  INTAKE_IP_RATE_LIMIT: ["0"],
  INTAKE_FORM_RATE_LIMIT: ["0"],
  INTAKE_BODY_BUDGET_MB: ["7", "1.5", "128 MB"],
  SIGN_UP_RATE_LIMIT: ["0"],
  DEFAULT_PLAN: ["free", "Starter"],
  OUTBOX_INTERVAL_MS: ["49", "x"],
  OPERATOR_EMAILS: ["ops", "a@example.com;b@example.com", "a@example.com,,"],
  OTEL_EXPORTER_OTLP_ENDPOINT: ["localhost:4318", "grpc://localhost:4317"],
  SECURITY_CONTACT: [
    "security",
    "http://example.com/security",
    "tel:+15550100",
    "mailto:security",
    "a@b@c",
    "https://",
    "https://example.com/\nExpires: never",
    "sécurité@example.com",
  ],
  DEMO: ["true", "yes", "2", "reset"],
  DEMO_PASSWORD: ["short"],
  OUTGOING: ["0", "no"],
  SIGN_UP: ["invite"],
  MONTHLY_ALLOWANCE: ["0", "-1", "1.5", "none", "1000000001"],
  UPLOAD_LIMIT_MB: ["0", "26"],
  UPLOAD_FILES: ["-1", "6", "1.5", "all"],
  BRAND_NAME: ["x".repeat(61), "Forms\nBcc: x", 'Forms" <x', "forms@example.com", "F\u202eorms"],
  BRAND_URL: [
    "javascript:alert(1)",
    "www.example.com",
    "https://user:secret@www.example.com",
    `https://www.example.com/${"x".repeat(300)}`,
  ],
};

const CASES = Object.entries(WRONG).flatMap(([name, values]) =>
  values.map((value) => [name, value] as const),
);

test.each(CASES)("an invalid %s is rejected with one line that names it: %j", (name, value) => {
  const oneLine = new RegExp(`^${name} [^\\n]{5,}$`);
  expect(() => parseSettings({ [name]: value })).toThrow(oneLine);
});
