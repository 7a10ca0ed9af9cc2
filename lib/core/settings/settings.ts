import { z } from "zod";
import { EMAIL_SHAPE, findEmailConflict, toEmailSettings } from "#lib/core/settings/email-settings";
import { findOidcConflict, OIDC_GROUP, OIDC_SHAPE, toOidc } from "#lib/core/settings/oidc-settings";
import { readPlatform } from "#lib/core/settings/platform";
import { SECRET_SETTINGS, withSecretFiles } from "#lib/core/settings/secret-files";
import {
  connectTo,
  contact,
  DEFAULT_UPLOAD_LIMIT_MB,
  emails,
  httpUrl,
  isLoopbackHost,
  networks,
  OPERATOR_SETTINGS,
  origin,
  postgresUrl,
  present,
  secretKey,
  secretKeys,
  toOperatorSettings,
  wholeNumber,
} from "#lib/core/settings/setting-shapes";
import { SettingsError } from "#lib/core/settings/settings-error";
import {
  findSpamModelConflict,
  SPAM_MODEL_SHAPE,
  toSpamModel,
} from "#lib/core/settings/spam-model-settings";
import { singleton } from "#lib/core/singleton";
import about from "../../../package.json" with { type: "json" };

const Environment = z.object({
  NODE_ENV: z
    .enum(["production", "development", "test"], "must be production, development, or test")
    .default("development"),
  PORT: wholeNumber(0, 65535).default(3000),
  HOST: present.optional(),
  BASE_URL: origin.optional(),
  DATABASE_URL: postgresUrl.optional(),
  DIRECT_DATABASE_URL: postgresUrl.optional(),
  DATABASE_POOL_MAX: wholeNumber(1).optional(),
  DATABASE_PREPARED: z.enum(["0", "1"], "must be 0 or 1").default("1"),
  SECRET_KEY: secretKey.optional(),
  SECRET_KEYS_OLD: secretKeys.optional(),
  CRON_SECRET: z.string().min(16, "must be at least 16 characters").optional(),
  ...EMAIL_SHAPE,
  UPSTASH_REDIS_REST_URL: httpUrl.optional(),
  UPSTASH_REDIS_REST_TOKEN: present.optional(),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: "must be a redis:// or rediss:// URL" })
    .optional(),
  STORAGE_DIR: present.optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_BUCKET: present.optional(),
  S3_REGION: present.optional(),
  S3_ACCESS_KEY_ID: present.optional(),
  S3_SECRET_ACCESS_KEY: present.optional(),
  TURNSTILE_VERIFY_URL: httpUrl.default(
    "https://challenges.cloudflare.com/turnstile/v0/siteverify",
  ),
  OUTBOUND_CONNECT_TO: connectTo.optional(),
  TRUST_PROXY: z
    .union([z.literal("vercel"), wholeNumber(0, 10)], "must be vercel or a whole number up to 10")
    .default(0),
  TRUSTED_PROXIES: networks,
  DATA_DIR: present.default(".data"),
  MANAGEMENT_RATE_LIMIT: wholeNumber(1).default(60),
  INTAKE_IP_RATE_LIMIT: wholeNumber(1).default(20),
  INTAKE_IP_TOTAL_RATE_LIMIT: wholeNumber(1).optional(),
  INTAKE_FORM_RATE_LIMIT: wholeNumber(1).default(600),
  INTAKE_BODY_BUDGET_MB: wholeNumber(8).default(128),
  SIGN_UP_RATE_LIMIT: wholeNumber(1).default(20),
  PAGE_RATE_LIMIT: wholeNumber(1).default(60),
  DEFAULT_PLAN: z.enum(["starter", "team", "scale"], "must be starter, team, or scale").optional(),
  OUTBOX_INTERVAL_MS: wholeNumber(50).default(1000),
  OPERATOR_EMAILS: emails.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  SECURITY_CONTACT: contact.optional(),
  ...SPAM_MODEL_SHAPE,
  ...OIDC_SHAPE,
  ...OPERATOR_SETTINGS,
});

/** Connections per process; serverless hosts run many processes with few requests each. */
const POOL_MAX = 16;
const SERVERLESS_POOL_MAX = 3;

/** Every variable that is read, including `NAME_FILE` of secrets. */
export const SETTING_NAMES: readonly string[] = [
  ...Object.keys(Environment.shape),
  ...SECRET_SETTINGS.map((name) => `${name}_FILE`),
];

/** Settings that can only be set together: setting only some of a group is an error. */
const GROUPS: readonly (readonly (keyof z.input<typeof Environment>)[])[] = [
  ["UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"],
  ["S3_ENDPOINT", "S3_BUCKET", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
  OIDC_GROUP,
];

export type Settings = ReturnType<typeof parseSettings>;

type Values = z.output<typeof Environment>;

/** A service that is only known under a name of this machine is only reachable from it. */
function defaultHost({ hostname }: URL): string | undefined {
  if (!isLoopbackHost(hostname)) return undefined;
  return hostname === "[::1]" ? "::1" : "127.0.0.1";
}

/**
 * Turns environment variables into typed settings. Empty strings count as unset, and secrets can be in files.
 *
 * @throws {SettingsError} with one line that names the first wrong setting
 */
export function parseSettings(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(withSecretFiles(env)).filter(
      ([, value]) => value !== undefined && value.trim() !== "",
    ),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new SettingsError(`${issue?.path[0]?.toString()} ${issue?.message ?? "isn't valid"}`);
  }
  const values = parsed.data;
  requireConsistent(values);
  const { isVercel, isServerless, vercelEnv, commit, url } = readPlatform(given);
  if (isServerless && values.UPLOAD_LIMIT_MB > DEFAULT_UPLOAD_LIMIT_MB)
    throw new SettingsError(
      `UPLOAD_LIMIT_MB must be at most ${DEFAULT_UPLOAD_LIMIT_MB} on serverless hosts`,
    );
  const baseUrl = new URL(values.BASE_URL ?? url ?? `http://localhost:${values.PORT}`);
  return {
    nodeEnv: values.NODE_ENV,
    port: values.PORT,
    /** The address to listen on; undefined for all of them. */
    host: values.HOST ?? defaultHost(baseUrl),
    baseUrl: baseUrl.origin,
    /** True if browsers reach the service over TLS. */
    isSecure: baseUrl.protocol === "https:",
    databaseUrl: values.DATABASE_URL,
    /** The database for migrations, which must bypass a connection pooler. */
    directDatabaseUrl: values.DIRECT_DATABASE_URL ?? values.DATABASE_URL,
    databasePoolMax: values.DATABASE_POOL_MAX ?? (isServerless ? SERVERLESS_POOL_MAX : POOL_MAX),
    databasePrepared: values.DATABASE_PREPARED === "1",
    vercelEnv,
    commit,
    secretKey: values.SECRET_KEY,
    /** Keys that are only used to decrypt. */
    oldSecretKeys: values.SECRET_KEYS_OLD ?? [],
    cronSecret: values.CRON_SECRET,
    email: toEmailSettings(values),
    limiter: toLimiter(values),
    dataDir: values.DATA_DIR,
    storage: toStorage(values),
    /**
     * False with UPLOAD_FILES=0, or on a serverless host without a bucket, which loses files written to its disk.
     */
    acceptsFiles:
      values.UPLOAD_FILES > 0 &&
      (!isServerless || values.S3_BUCKET !== undefined || values.STORAGE_DIR !== undefined),
    turnstileVerifyUrl: values.TURNSTILE_VERIFY_URL,
    outboundConnectTo: values.OUTBOUND_CONNECT_TO ?? new Map<string, never>(),
    /**
     * On Vercel, no other header has the client's address: our own server isn't there to set it.
     */
    trustProxy: isVercel ? ("vercel" as const) : values.TRUST_PROXY,
    /** Proxies whose X-Forwarded-For is trusted. */
    trustedProxies: values.TRUSTED_PROXIES,
    managementRateLimit: values.MANAGEMENT_RATE_LIMIT,
    intakeIpRateLimit: values.INTAKE_IP_RATE_LIMIT,
    /** The limit over all forms; by default six times the limit of one form. */
    intakeIpTotalRateLimit: values.INTAKE_IP_TOTAL_RATE_LIMIT ?? 6 * values.INTAKE_IP_RATE_LIMIT,
    intakeFormRateLimit: values.INTAKE_FORM_RATE_LIMIT,
    bodyBudgetBytes: values.INTAKE_BODY_BUDGET_MB * 1024 * 1024,
    signUpRateLimit: values.SIGN_UP_RATE_LIMIT,
    /** POSTs to pages per minute and network. With a session, ten times as many. */
    pageRateLimit: values.PAGE_RATE_LIMIT,
    /** The plan of new workspaces; without it, there are no plans. */
    defaultPlan: values.DEFAULT_PLAN,
    outboxIntervalMs: values.OUTBOX_INTERVAL_MS,
    /** In lower case. */
    operatorEmails: values.OPERATOR_EMAILS ?? [],
    /** The traces' collector; undefined turns them off. */
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, ""),
    securityContact: values.SECURITY_CONTACT,
    spamModel: toSpamModel(values),
    oidc: toOidc(values),
    ...toOperatorSettings(values),
  };
}

/** @throws {SettingsError} when settings are half-set or contradict each other */
function requireConsistent(values: Values): void {
  for (const group of GROUPS) {
    const missing = group.filter((name) => values[name] === undefined);
    if (missing.length > 0 && missing.length < group.length) {
      const set = group.filter((name) => values[name] !== undefined);
      throw new SettingsError(`${missing[0]} is required when ${set.join(", ")} is set`);
    }
  }
  if (values.DIRECT_DATABASE_URL && !values.DATABASE_URL)
    throw new SettingsError("DATABASE_URL is required when DIRECT_DATABASE_URL is set");
  const conflict =
    findEmailConflict(values) ?? findSpamModelConflict(values) ?? findOidcConflict(values);
  if (conflict) throw new SettingsError(conflict);
  if (values.DEMO_PASSWORD && values.DEMO !== "1")
    throw new SettingsError("DEMO must be 1 when DEMO_PASSWORD is set");
  if (values.INTAKE_BODY_BUDGET_MB < values.UPLOAD_LIMIT_MB)
    throw new SettingsError("INTAKE_BODY_BUDGET_MB must be at least UPLOAD_LIMIT_MB");
  if (values.REDIS_URL && values.UPSTASH_REDIS_REST_URL)
    throw new SettingsError("Set either REDIS_URL or UPSTASH_REDIS_REST_URL, not both");
}

function toLimiter(values: Values) {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token, REDIS_URL } = values;
  if (url && token) return { kind: "upstash", url, token } as const;
  return REDIS_URL ? ({ kind: "redis", url: REDIS_URL } as const) : ({ kind: "memory" } as const);
}

function toStorage(values: Values) {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = values;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (!(endpoint && bucket && region && accessKeyId && secretAccessKey))
    return { kind: "disk", dir: values.STORAGE_DIR ?? `${values.DATA_DIR}/objects` } as const;
  return {
    kind: "s3",
    endpoint: endpoint.replace(/\/+$/, ""),
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
  } as const;
}

/** Returns the settings of this process, read once from the environment. */
export function settings(): Settings {
  return singleton("settings", () => parseSettings(process.env));
}

/** Returns the running version, and the commit it was built from; null if that isn't known. */
export function release(): { version: string; commit: string | null } {
  return { version: about.version, commit: settings().commit };
}
