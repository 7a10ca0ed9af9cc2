import { expect, test } from "vitest";
import { parseSettings, SETTING_NAMES } from "#lib/core/settings/settings";
import { SettingsError } from "#lib/core/settings/settings-error";
import { describeUnknownSettings } from "#server/start/unknown-settings";

const LIVE = { EMAIL_MODE: "live", RESEND_API_KEY: "re_1", EMAIL_FROM: "Forms <f@example.com>" };
const SMTP = {
  EMAIL_MODE: "live",
  SMTP_URL: "smtp://forms:p%40ss@smtp.example.com",
  EMAIL_FROM: "f@example.com",
};
const S3 = {
  S3_ENDPOINT: "https://s3.example.com/",
  S3_BUCKET: "b",
  S3_REGION: "r",
  S3_ACCESS_KEY_ID: "i",
  S3_SECRET_ACCESS_KEY: "s",
};

function rejection(env: Record<string, string>): string {
  try {
    parseSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
  }
  return "accepted";
}

test("every setting has a default", () => {
  expect(parseSettings({})).toEqual({
    nodeEnv: "development",
    port: 3000,
    host: "127.0.0.1",
    baseUrl: "http://localhost:3000",
    isSecure: false,
    databaseUrl: undefined,
    directDatabaseUrl: undefined,
    databasePoolMax: 16,
    databasePrepared: true,
    vercelEnv: undefined,
    commit: null,
    acceptsFiles: true,
    secretKey: undefined,
    oldSecretKeys: [],
    cronSecret: undefined,
    email: {
      mode: "capture",
      resendApiKey: undefined,
      resendBaseUrl: undefined,
      resendWebhookSecret: undefined,
      smtp: undefined,
      from: "Form Intake <notifications@form-intake.invalid>",
      ratePerSecond: 5,
      supportsIdempotency: true,
    },
    limiter: { kind: "memory" },
    dataDir: ".data",
    storage: { kind: "disk", dir: ".data/objects" },
    turnstileVerifyUrl: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
    outboundConnectTo: new Map(),
    trustProxy: 0,
    trustedProxies: expect.any(Array),
    managementRateLimit: 60,
    intakeIpRateLimit: 20,
    intakeIpTotalRateLimit: 120,
    intakeFormRateLimit: 600,
    bodyBudgetBytes: 128 * 1024 * 1024,
    signUpRateLimit: 20,
    pageRateLimit: 60,
    defaultPlan: undefined,
    outboxIntervalMs: 1000,
    operatorEmails: [],
    otlpEndpoint: undefined,
    securityContact: undefined,
    spamModel: null,
    oidc: null,
    isDemo: false,
    demoPassword: undefined,
    isOutgoingOn: true,
    signUp: "open",
    monthlyAllowance: undefined,
    webhookAllowedHosts: new Set(),
    uploadLimitMb: 4,
    importLimitMb: 200,
    uploadFiles: 5,
    brand: { name: "Form Intake", url: null, isOwn: false },
  });
});

test("empty and blank settings count as unset", () => {
  const blank = Object.fromEntries(
    SETTING_NAMES.map((name, index) => [name, " ".repeat(index % 2)]),
  );
  expect(parseSettings(blank)).toEqual(parseSettings({}));
});

test("parses every setting", () => {
  const baseUrl = "https://forms.example.com";
  const disk = (dir: string) => ({ storage: { kind: "disk", dir } });
  const redis = { kind: "redis", url: "redis://localhost" };
  for (const [env, parsed] of [
    [{ PORT: "8080" }, { baseUrl: "http://localhost:8080" }],
    [{ BASE_URL: "https://forms.example.com/" }, { baseUrl }],
    [{ BASE_URL: "HTTPS://Forms.Example.com:443" }, { baseUrl }],
    [{ DATA_DIR: "/var/lib/forms" }, disk("/var/lib/forms/objects")],
    [{ STORAGE_DIR: "/srv/objects" }, disk("/srv/objects")],
    [S3, { storage: { kind: "s3", endpoint: "https://s3.example.com" } }],
    [{ REDIS_URL: redis.url }, { limiter: redis }],
    [{ TRUST_PROXY: "vercel" }, { trustProxy: "vercel" }],
    [{ TRUST_PROXY: "2" }, { trustProxy: 2 }],
    [{ DEMO: "1" }, { isDemo: true }],
    [LIVE, { email: { mode: "live", resendApiKey: "re_1" } }],
    [
      { OPERATOR_EMAILS: "Ada@example.com, b@c.de" },
      { operatorEmails: ["ada@example.com", "b@c.de"] },
    ],
  ] satisfies [Record<string, string>, object][])
    expect(parseSettings(env)).toMatchObject(parsed);
  for (const [text, contact] of [
    ["security@example.com", "mailto:security@example.com"],
    ["mailto:security@example.com?subject=Report", "mailto:security@example.com?subject=Report"],
    [" https://example.com/security ", "https://example.com/security"],
  ])
    expect(parseSettings({ SECURITY_CONTACT: text }).securityContact).toBe(contact);
  const to = "api.example.com:443:127.0.0.1:8443, B.example.com:443:[::1]:9000";
  expect([...parseSettings({ OUTBOUND_CONNECT_TO: to }).outboundConnectTo]).toEqual([
    ["api.example.com", { address: "127.0.0.1", port: 8443 }],
    ["b.example.com", { address: "::1", port: 9000 }],
  ]);
});

test.each([
  ["smtp://smtp.example.com", 587, "starttls"],
  ["smtp://smtp.example.com:2525/", 2525, "starttls"],
  ["smtps://smtp.example.com", 465, "tls"],
])("SMTP_URL=%s connects to port %s with %s", (SMTP_URL, port, security) => {
  const { smtp, supportsIdempotency } = parseSettings({ ...SMTP, SMTP_URL }).email;
  expect(smtp).toEqual({ host: "smtp.example.com", port, security, login: null });
  expect(supportsIdempotency).toBe(false);
});

test("an email server gets no plain text unless it's on this machine or SMTP_PLAINTEXT says so", () => {
  const parse = (SMTP_URL: string, SMTP_PLAINTEXT = "0") =>
    parseSettings({ ...SMTP, SMTP_URL, SMTP_PLAINTEXT }).email.smtp;
  expect(parse("smtp://forms:p%40ss@LOCALHOST:25")).toMatchObject({
    security: "starttls_if_offered",
    login: { user: "forms", password: "p@ss" },
  });
  expect(parse("smtp://[::1]:25")).toMatchObject({ host: "::1", security: "starttls_if_offered" });
  for (const host of ["mail", "10.0.0.5", "localhost.example.com"])
    expect(parse(`smtp://${host}:25`)?.security).toBe("starttls");
  expect(parse("smtp://10.0.0.5:25", "1")?.security).toBe("none");
  expect(rejection({ ...SMTP, SMTP_URL: "smtps://mail", SMTP_PLAINTEXT: "1" })).toBe(
    "SMTP_PLAINTEXT doesn't go with smtps:// in SMTP_URL",
  );
});

test("live email needs a sender and one of Resend and an SMTP server", () => {
  expect(rejection(SMTP)).toBe("accepted");
  expect(rejection({ ...SMTP, EMAIL_FROM: "" })).toMatch(/^EMAIL_FROM is required/);
  expect(rejection({ ...SMTP, RESEND_API_KEY: "re_1" })).toBe(
    "Set either SMTP_URL or RESEND_API_KEY, not both",
  );
  expect(rejection({ ...SMTP, SMTP_URL: "" })).toMatch(/^RESEND_API_KEY .*SMTP_URL/);
  expect(rejection({ ...SMTP, SMTP_URL: "smtp://u:s3cret@host/path" })).not.toContain("s3cret");
});

test("migrations use DIRECT_DATABASE_URL if it is set", () => {
  const DATABASE_URL = "postgresql://pooler/forms";
  expect(parseSettings({ DATABASE_URL }).directDatabaseUrl).toBe(DATABASE_URL);
  const DIRECT_DATABASE_URL = "postgresql://database/forms";
  expect(parseSettings({ DATABASE_URL, DIRECT_DATABASE_URL })).toMatchObject({
    databaseUrl: DATABASE_URL,
    directDatabaseUrl: DIRECT_DATABASE_URL,
  });
  expect(rejection({ DIRECT_DATABASE_URL })).toBe(
    "DATABASE_URL is required when DIRECT_DATABASE_URL is set",
  );
});

test("a serverless host opens 3 connections per process by default", () => {
  for (const platform of [{ VERCEL: "1" }, { AWS_LAMBDA_FUNCTION_NAME: "forms" }]) {
    expect(parseSettings(platform).databasePoolMax).toBe(3);
    expect(parseSettings({ ...platform, DATABASE_POOL_MAX: "5" }).databasePoolMax).toBe(5);
  }
  expect(parseSettings({ DATABASE_PREPARED: "0" }).databasePrepared).toBe(false);
});

test.each([
  [{ RENDER_EXTERNAL_URL: "https://forms.onrender.com" }, "https://forms.onrender.com"],
  [{ RAILWAY_PUBLIC_DOMAIN: "forms.up.railway.app" }, "https://forms.up.railway.app"],
  [{ FLY_APP_NAME: "forms" }, "https://forms.fly.dev"],
])("BASE_URL defaults to the URL that a platform gave to the service: %o", (platform, url) => {
  expect(parseSettings(platform)).toMatchObject({ baseUrl: url, isSecure: true, host: undefined });
  const own = { ...platform, BASE_URL: "https://forms.example.com" };
  expect(parseSettings(own).baseUrl).toBe("https://forms.example.com");
});

test("a serverless host accepts no files until it has a bucket or a lasting folder", () => {
  const bucket = Object.fromEntries(
    ["S3_BUCKET", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"].map((name) => [
      name,
      "x",
    ]),
  );
  const s3 = { ...bucket, S3_ENDPOINT: "https://s3.example.com" };
  const accepts = [{}, s3, { STORAGE_DIR: "/mnt/files" }].map(
    (given) => parseSettings({ VERCEL: "1", ...given }).acceptsFiles,
  );
  expect(accepts).toEqual([false, true, true]);
});

test("an incomplete group of settings is rejected with the missing and the given setting", () => {
  for (const name of Object.keys(S3)) {
    const message = rejection({ ...S3, [name]: "" });
    expect(message).toMatch(new RegExp(`^${name} is required when S3_`));
  }
  expect(rejection({ UPSTASH_REDIS_REST_URL: "https://x.upstash.io" })).toBe(
    "UPSTASH_REDIS_REST_TOKEN is required when UPSTASH_REDIS_REST_URL is set",
  );
});

test("S3 settings take precedence over STORAGE_DIR", () => {
  expect(parseSettings({ ...S3, STORAGE_DIR: "/srv/objects" }).storage.kind).toBe("s3");
});

test("rejects an S3_ENDPOINT without a scheme, and two limiters", () => {
  expect(rejection({ ...S3, S3_ENDPOINT: "minio:9000" })).toMatch(/^S3_ENDPOINT must /);
  const upstash = { UPSTASH_REDIS_REST_URL: "https://x.upstash.io", UPSTASH_REDIS_REST_TOKEN: "t" };
  expect(rejection({ ...upstash, REDIS_URL: "redis://x" })).toMatch(/^Set either REDIS_URL /);
});

test.each([
  ["http://localhost:3000", "127.0.0.1"],
  ["http://127.0.0.5", "127.0.0.1"],
  ["http://[::1]:3000", "::1"],
  ["https://forms.example.com", undefined],
  ["http://192.168.1.5", undefined],
])("a service at %s listens on %s unless HOST is set", (BASE_URL, host) => {
  expect(parseSettings({ BASE_URL }).host).toBe(host);
  expect(parseSettings({ BASE_URL, HOST: "0.0.0.0" }).host).toBe("0.0.0.0");
});

test("SECRET_KEYS_OLD has at most 10 keys", () => {
  const keys = (count: number) => Array.from({ length: count }, () => "k".repeat(32)).join(",");
  expect(parseSettings({ SECRET_KEYS_OLD: keys(10) }).oldSecretKeys).toHaveLength(10);
  expect(rejection({ SECRET_KEYS_OLD: keys(11) })).toMatch(/^SECRET_KEYS_OLD .*at most 10 keys/);
});

test.each([
  ["http://localhost:11434", "http://localhost:11434/v1/chat/completions"],
  ["http://10.0.0.7:8080/v1/", "http://10.0.0.7:8080/v1/chat/completions"],
  ["https://models.example.com/openai/v1", "https://models.example.com/openai/v1/chat/completions"],
  ["https://m.example.com/v1/chat/completions/", "https://m.example.com/v1/chat/completions"],
  [
    "https://m.example.com/d/x?api-version=1",
    "https://m.example.com/d/x/chat/completions?api-version=1",
  ],
])(
  "a spam model's URL can be a server, its API, or the endpoint: %s",
  (SPAM_MODEL_URL, endpoint) => {
    const model = { SPAM_MODEL_URL, SPAM_MODEL: "small" };
    expect(parseSettings(model).spamModel).toEqual({ endpoint, model: "small", key: undefined });
    expect(parseSettings({ ...model, SPAM_MODEL_KEY: " sk-1 " }).spamModel?.key).toBe("sk-1");
  },
);

test("a spam model needs a URL and a name", () => {
  expect(rejection({ SPAM_MODEL_URL: "http://localhost:11434" })).toBe(
    "SPAM_MODEL is required when SPAM_MODEL_URL is set",
  );
  expect(rejection({ SPAM_MODEL: "small" })).toBe(
    "SPAM_MODEL_URL is required when SPAM_MODEL is set",
  );
  expect(rejection({ SPAM_MODEL_KEY: "sk-1" })).toBe(
    "SPAM_MODEL_URL is required when SPAM_MODEL_KEY is set",
  );
});

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
  OIDC_ISSUER: [
    "id.example.com",
    "https://user:secret@id.example.com",
    "https://id.example.com/?a=1",
    "https://id.example.com/.well-known/openid-configuration",
  ],
  OIDC_REQUIRED: ["true", "2"],
  OIDC_NAME: ["x".repeat(61), "ID\nX"],
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
  SPAM_MODEL_URL: [
    "localhost:11434",
    "ollama",
    "ftp://localhost",
    "https://user:secret@models.example.com/v1",
    "http://localhost:11434/v1#chat",
  ],
  SPAM_MODEL: ["x".repeat(201)],
  SPAM_MODEL_KEY: ["two words", "clé", "a\nb"],
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

const WRONG_VALUES = Object.entries(WRONG).flatMap(([name, values]) =>
  values.map((value) => [name, value] as const),
);

test.each(WRONG_VALUES)(
  "an invalid %s is rejected with one line that names it: %j",
  (name, value) => {
    expect(rejection({ [name]: value })).toMatch(new RegExp(`^${name} [^\\n]{5,}$`));
  },
);

const unknownOf = (...names: string[]) =>
  describeUnknownSettings(Object.fromEntries(names.map((name) => [name, "x"])));

test.each([
  ["BASEURL", "BASE_URL"],
  ["base_url", "BASE_URL"],
  ["EMAIL_MODES", "EMAIL_MODE"],
  ["SMPT_URL", "SMTP_URL"],
  ["DATABSE_URL", "DATABASE_URL"],
])("%s is reported as a typo of %s", (name, meant) => {
  expect(unknownOf(name)).toEqual([
    `${name} isn't a setting and is ignored. Did you mean ${meant}?`,
  ]);
});

test("a file is reported for a setting that isn't secret", () => {
  expect(unknownOf("SECRET_KEY_FILE", "SMTP_URL_FILE")).toEqual([]);
  expect(unknownOf("EMAIL_MODE_FILE")).toEqual(["EMAIL_MODE_FILE isn't a setting and is ignored."]);
});

test.each(["SMTP_HOST", "S3_PATH_STYLE", "UPLOAD_DIRECTORY", "EMAIL_REPLY_TO"])(
  "%s is reported because settings of ours begin like it",
  (name) => expect(unknownOf(name)).toEqual([`${name} isn't a setting and is ignored.`]),
);

test("settings, files of secrets, and variables of others aren't reported", () => {
  const others = [
    "PATH",
    "HOME",
    "HOSTNAME",
    "NODE_OPTIONS",
    "OTEL_SERVICE_NAME",
    "PGHOST",
    "DEBUG",
  ];
  const platforms = ["RAILWAY_PUBLIC_DOMAIN", "FLY_APP_NAME", "VERCEL_URL", "DATABASE_PUBLIC_URL"];
  expect(unknownOf(...SETTING_NAMES, ...others, ...platforms)).toEqual([]);
});
