import { countOf } from "#lib/core/count";
import type { SmtpServer } from "#lib/core/settings/email-settings";
import {
  DEFAULT_UPLOAD_LIMIT_MB,
  isLoopbackHost,
  MAX_UPLOAD_FILES,
} from "#lib/core/settings/setting-shapes";
import type { Settings } from "#lib/core/settings/settings";

const LIMITERS = {
  memory: "in-process limiter: counts this process alone; set REDIS_URL to share it",
  redis: "Redis (REDIS_URL), shared by all processes",
  upstash: "Upstash Redis (UPSTASH_REDIS_REST_URL), shared by all processes",
} as const;

const SIGN_UP = {
  invited: "by invitation (SIGN_UP=invited); the first account needs none",
  closed: "closed (SIGN_UP=closed), except for the first account",
} as const;

/** Returns rows for the operator's decisions; none for the defaults. */
function operatorRows(settings: Settings): [string, string][] {
  const { signUp, monthlyAllowance, uploadLimitMb, brand, webhookAllowedHosts: hosts } = settings;
  const rows: [string, string][] = [];
  if (!settings.isOutgoingOn)
    rows.push(["Outgoing", "off: webhooks and destinations connect nowhere (OUTGOING=off)"]);
  if (settings.operatorEmails.length > 0 && !isLoopbackHost(new URL(settings.baseUrl).hostname))
    if (settings.email.mode === "capture")
      rows.push([
        "Operators",
        "no status page while emails are captured: a captured email proves no address",
      ]);
  if (signUp !== "open") rows.push(["Sign-up", SIGN_UP[signUp]]);
  if (monthlyAllowance !== undefined) {
    const allowance = monthlyAllowance === null ? "unlimited" : `${monthlyAllowance} a month`;
    rows.push(["Messages", `${allowance} for every workspace, without plans (MONTHLY_ALLOWANCE)`]);
  }
  const uploads = [];
  if (uploadLimitMb !== DEFAULT_UPLOAD_LIMIT_MB)
    uploads.push(`up to ${uploadLimitMb} MiB per message (UPLOAD_LIMIT_MB)`);
  if (settings.uploadFiles !== MAX_UPLOAD_FILES)
    uploads.push(
      settings.uploadFiles === 0
        ? "off (UPLOAD_FILES=0)"
        : `up to ${countOf(settings.uploadFiles, "file")} per message (UPLOAD_FILES)`,
    );
  if (uploads.length > 0) rows.push(["Uploads", uploads.join(", ")]);
  if (brand.isOwn || brand.url !== null)
    rows.push([
      "Brand",
      `${brand.name}${brand.url === null ? "" : `, ${brand.url}`} (BRAND_NAME, BRAND_URL)`,
    ]);
  if (settings.spamModel) {
    const { model, endpoint } = settings.spamModel;
    rows.push(["Spam", `also asks ${model} at ${new URL(endpoint).host} (SPAM_MODEL_URL)`]);
  }
  if (settings.oidc) {
    const { name, issuer, isRequired } = settings.oidc;
    const [how, setting] = isRequired ? ["only", "OIDC_REQUIRED"] : ["also", "OIDC_ISSUER"];
    rows.push(["Sign-in", `${how} with ${name}, ${issuer} (${setting})`]);
  }
  if (hosts.size > 0)
    rows.push(["Webhooks", `also to ${[...hosts].join(", ")} (WEBHOOK_ALLOWED_HOSTS)`]);
  return rows;
}

const SECURITY = {
  tls: "TLS",
  starttls: "STARTTLS",
  starttls_if_offered: "STARTTLS if offered",
  none: "without TLS",
} as const satisfies Record<SmtpServer["security"], string>;

function describeSmtp({ host, port, security }: SmtpServer): string {
  return `SMTP at ${host}:${port} (${SECURITY[security]})`;
}

/** Returns the server and the database, without the password: `db:5432/forms`. */
function describeDatabase(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname;
}

/**
 * Describes the configuration for the person who started the service. It lists settings, but never a
 * secret value.
 */
export function describeStart(options: {
  settings: Settings;
  dataDir: string;
  databaseDir: string | undefined;
  isDevelopment: boolean;
}): string {
  const { settings, dataDir, databaseDir, isDevelopment } = options;
  const { email, storage, limiter } = settings;
  const rows: [string, string][] = [
    ["Address", `${settings.baseUrl} (BASE_URL), where links in emails lead`],
    ["Data", dataDir],
    [
      "Database",
      databaseDir
        ? `embedded PostgreSQL in ${databaseDir}`
        : `${describeDatabase(settings.databaseUrl ?? "postgresql://unknown")} (DATABASE_URL)`,
    ],
    [
      "Email",
      email.mode === "live"
        ? `sent through ${email.smtp ? describeSmtp(email.smtp) : "Resend"} from ${email.from}`
        : "captured in the test inbox, nothing is sent (EMAIL_MODE=capture)",
    ],
    [
      "Storage",
      storage.kind === "s3" ? `${storage.bucket} at ${storage.endpoint}` : `in ${storage.dir}`,
    ],
    ["Limiter", LIMITERS[limiter.kind]],
    [
      "Limits",
      `per minute: ${settings.managementRateLimit} management, ${settings.intakeIpRateLimit} per visitor and form, ${settings.intakeFormRateLimit} per form`,
    ],
    [
      "Proxy",
      settings.trustProxy === 0
        ? "none trusted: a client's address is its connection's IP address"
        : `TRUST_PROXY=${settings.trustProxy}`,
    ],
    ...operatorRows(settings),
    ["Mode", isDevelopment ? "development, reloads on change" : "production"],
  ];
  return [
    "",
    "Form Intake is ready.",
    "",
    ...rows.map(([name, value]) => `  ${name.padEnd(10)}${value}`),
    "",
    `Next: open ${settings.baseUrl} and create an account or sign in. Ctrl-C stops everything.`,
    "",
  ].join("\n");
}
