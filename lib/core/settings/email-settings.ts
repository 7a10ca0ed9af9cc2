import { z } from "zod";
import { httpUrl, isLoopbackHost, present } from "#lib/core/settings/setting-shapes";

/** An SMTP server, and how a connection to it is protected. */
export type SmtpServer = {
  host: string;
  port: number;
  /** TLS from the start, STARTTLS (required, or used if offered), or none at all. */
  security: "tls" | "starttls" | "starttls_if_offered" | "none";
  /** The credentials; null if the server needs none. */
  login: { user: string; password: string } | null;
};

const SMTP_URL_ERROR =
  "must be a URL like smtp://user:password@host:587 or smtps://user:password@host:465";
const SMTP_PORTS = { "smtp:": 587, "smtps:": 465 } as const;

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function readSmtpUrl(text: string): SmtpServer | null {
  const url = URL.parse(text);
  if (url?.protocol !== "smtp:" && url?.protocol !== "smtps:") return null;
  if (!url.hostname || !/^\/?$/.test(url.pathname) || url.search || url.hash) return null;
  const user = decode(url.username);
  const password = decode(url.password);
  if (user === null || password === null || (user === "") !== (password === "")) return null;
  const isLoopback = isLoopbackHost(url.hostname.toLowerCase());
  const starttls = isLoopback ? "starttls_if_offered" : "starttls";
  return {
    host: decodeURIComponent(url.hostname).replace(/^\[|\]$/g, ""),
    port: Number(url.port) || SMTP_PORTS[url.protocol],
    security: url.protocol === "smtps:" ? "tls" : starttls,
    login: user ? { user, password } : null,
  };
}

const smtpUrl = z
  .string()
  .trim()
  .transform((text, issue) => {
    const server = readSmtpUrl(text);
    if (server) return server;
    issue.addIssue({ code: "custom", message: SMTP_URL_ERROR });
    return z.NEVER;
  });

/** A signing secret of Standard Webhooks: the key in base64. */
const webhookSecret = z
  .string()
  .trim()
  .regex(/^whsec_[A-Za-z0-9+/]{22,}={0,2}$/, "must be a signing secret that starts with whsec_");

/** The settings about email, by their environment variables. */
export const EMAIL_SHAPE = {
  EMAIL_MODE: z.enum(["capture", "live"]).default("capture"),
  RESEND_API_KEY: present.optional(),
  EMAIL_FROM: z
    .string()
    .trim()
    .regex(
      /^([^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
      "must be an address like Forms <forms@example.com>",
    )
    .optional(),
  RESEND_BASE_URL: httpUrl.optional(),
  RESEND_WEBHOOK_SECRET: webhookSecret.optional(),
  SMTP_URL: smtpUrl.optional(),
  SMTP_PLAINTEXT: z.enum(["0", "1"], "must be 0 or 1").default("0"),
  EMAIL_RATE_PER_SECOND: z.coerce
    .number("must be a number")
    .positive("must be greater than 0")
    .default(5),
  EMAIL_IDEMPOTENCY: z.enum(["0", "1"], "must be 0 or 1").default("1"),
};

const Values = z.object(EMAIL_SHAPE);
type Values = z.output<typeof Values>;

/** @returns why these settings don't go together, as one line that names a setting, or null */
export function findEmailConflict(values: Values): string | null {
  const { SMTP_URL, RESEND_API_KEY } = values;
  if (values.SMTP_PLAINTEXT === "1" && SMTP_URL?.security === "tls")
    return "SMTP_PLAINTEXT doesn't go with smtps:// in SMTP_URL";
  if (values.EMAIL_MODE !== "live") return null;
  if (!(RESEND_API_KEY || SMTP_URL))
    return "RESEND_API_KEY is required when EMAIL_MODE is live, or SMTP_URL instead";
  if (RESEND_API_KEY && SMTP_URL) return "Set either SMTP_URL or RESEND_API_KEY, not both";
  return values.EMAIL_FROM ? null : "EMAIL_FROM is required when EMAIL_MODE is live";
}

/** Converts the settings about email for the service. */
export function toEmailSettings(values: Values) {
  const { SMTP_URL, SMTP_PLAINTEXT } = values;
  const smtp: SmtpServer | undefined =
    SMTP_URL && SMTP_PLAINTEXT === "1" ? { ...SMTP_URL, security: "none" } : SMTP_URL;
  return {
    mode: values.EMAIL_MODE,
    resendApiKey: values.RESEND_API_KEY,
    resendBaseUrl: values.RESEND_BASE_URL,
    /** The secret that verifies Resend's reports; undefined turns the endpoint off. */
    resendWebhookSecret: values.RESEND_WEBHOOK_SECRET,
    /** Sends live emails instead of Resend. */
    smtp,
    from: values.EMAIL_FROM ?? "Form Intake <notifications@form-intake.invalid>",
    ratePerSecond: values.EMAIL_RATE_PER_SECOND,
    /**
     * True if the provider drops repeats of an email by its idempotency key (for 24 hours). SMTP has no
     * such keys.
     */
    supportsIdempotency: values.EMAIL_IDEMPOTENCY === "1" && smtp === undefined,
  };
}
