import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { hostAndPort } from "#lib/core/public-host";
import { isReachableAddress } from "#lib/core/reachable-address";

export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
  const error =
    max === Number.MAX_SAFE_INTEGER
      ? `must be a whole number of at least ${min}`
      : `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .trim()
    .regex(/^\d+$/, error)
    .transform(Number)
    .pipe(z.number(error).int(error).min(min, error).max(max, error));
}

export const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http or https URL" });

/** A comma outside of the password, between two servers. */
const SEVERAL_SERVERS = /^\w+:\/\/([^/?#]*@)?[^/?#@]*,[^/?#@]*([/?#]|$)/;

export const postgresUrl = z
  .string()
  .trim()
  .refine((text) => !SEVERAL_SERVERS.test(text), {
    error:
      "must name one server: for several, set the address of a proxy in front of them or your provider's endpoint, as docs/self-hosting/database.md#failover-of-the-database describes",
    abort: true,
  })
  .refine(
    (text) => /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? ""),
    "must be a postgres:// URL",
  );
export const present = z.string().trim().min(1);

/** A bare origin, because cookies, origins, and links all depend on it. */
export const origin = httpUrl.refine((text) => {
  const url = URL.parse(text);
  if (!url) return false;
  return url.pathname === "/" && !url.search && !url.hash && !url.username && !url.password;
}, "must be an http or https URL without a path, query, or credentials");

export const connectTo = z.string().transform((text, issue) => {
  const overrides = new Map<string, { address: string; port: number }>();
  for (const entry of text.split(",").map((part) => part.trim())) {
    const match = /^([a-z0-9.-]+):443:(\[[0-9a-f:.]+\]|[a-z0-9.-]+):(\d{1,5})$/i.exec(entry);
    const port = Number(match?.[3]);
    if (!match?.[1] || !match[2] || port < 1 || port > 65535) {
      issue.addIssue({ code: "custom", message: `must be host:443:address:port, not "${entry}"` });
      return z.NEVER;
    }
    const address = match[2].replace(/^\[|\]$/g, "");
    overrides.set(match[1].toLowerCase(), { address, port });
  }
  return overrides;
});

/**
 * Returns one host and port of a webhook. The URL parser supports every way to write an address.
 */
function allowedHost(entry: string): string | null {
  if (!/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+):\d{1,5}$/i.test(entry)) return null;
  const url = URL.parse(`http://${entry}/`);
  const port = Number(entry.slice(entry.lastIndexOf(":") + 1));
  if (!url || port < 1 || port > 65535) return null;
  return hostAndPort(url);
}

/** Comma-separated `host:port` of private hosts that webhooks may call. */
export const allowedHosts = z.string().transform((text, issue) => {
  const hosts = new Set<string>();
  for (const entry of text.split(",").map((part) => part.trim())) {
    const host = allowedHost(entry);
    const literal = host?.replace(/:\d+$/, "").replace(/^\[|\]$/g, "") ?? "";
    const isNever = isIP(literal) !== 0 && !isReachableAddress(literal);
    if (host === null || isNever) {
      const why = isNever
        ? "is never allowed: it's a link-local, metadata, or special-use address"
        : "must be host:port, like n8n:5678";
      issue.addIssue({ code: "custom", message: `"${entry}" ${why}` });
      return z.NEVER;
    }
    hosts.add(host);
  }
  return hosts;
});

const MAX_BRAND_CHARACTERS = 60;
/** Rejects characters that would end the sender's name in emails. */
export const brandName = present.refine(
  (text) => text.length <= MAX_BRAND_CHARACTERS && !/[\p{Cc}\p{Cf}"<>\\@]/u.test(text),
  `must be up to ${MAX_BRAND_CHARACTERS} characters, without quotes, angle brackets, @, or control characters`,
);
export const brandUrl = httpUrl
  .max(300, "must be at most 300 characters")
  .refine(
    (text) => !URL.parse(text)?.username && !URL.parse(text)?.password,
    "must not contain credentials",
  );

/** A Contact of RFC 9116, section 2.5.3; an email address becomes a mailto: URI. */
export const contact = z
  .string()
  .trim()
  .transform((text) => text.replace(/^(?=[^\s@:]+@[^\s@]+$)/, "mailto:"))
  .refine(
    (text) => /^(https:\/\/[!-~]+|mailto:[!-?A-~]+@[!-?A-~]+)$/.test(text) && URL.canParse(text),
    "must be an https: or mailto: URI, or an email address",
  );

const EMAILS_ERROR = "must be comma-separated email addresses";
/** Comma-separated email addresses, in lower case. */
export const emails = z
  .string()
  .transform((text) => text.split(",").map((email) => email.trim().toLowerCase()))
  .pipe(z.array(z.string().regex(/^[^\s@,]+@[^\s@,]+$/, EMAILS_ERROR)));

/** Returns whether a URL's hostname only means this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

const PRIVATE_NETWORKS = [
  "127.0.0.0/8",
  "::1/128",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "fc00::/7",
  "fe80::/10",
];
/** Comma-separated addresses and networks. */
export const networks = z
  .string()
  .default(PRIVATE_NETWORKS.join(","))
  .transform((text) => text.split(",").map((network) => network.trim()))
  .pipe(
    z.array(
      z
        .string()
        .refine(
          (network) => ipaddr.isValid(network) || ipaddr.isValidCIDR(network),
          "must be comma-separated addresses or networks, like 10.0.0.0/8",
        )
        .transform((network) => {
          const address = ipaddr.isValid(network) ? ipaddr.parse(network) : null;
          if (!address) return ipaddr.parseCIDR(network);
          return ipaddr.parseCIDR(`${network}/${address.kind() === "ipv4" ? 32 : 128}`);
        }),
    ),
  );

export const secretKey = z.string().min(32, "must be at least 32 characters");
const MAX_OLD_KEYS = 10;
export const secretKeys = z
  .string()
  .transform((text) => text.split(",").map((key) => key.trim()))
  .pipe(
    z
      .array(z.string().min(32, "must be comma-separated keys of at least 32 characters each"))
      .max(MAX_OLD_KEYS, `must be at most ${MAX_OLD_KEYS} keys`),
  );

/** A month's count is a 4-byte integer, and up to twice the allowance is accepted. */
const MAX_ALLOWANCE = 1_000_000_000;

/** The default fits serverless hosts, which limit requests to 4.5 MB. */
export const DEFAULT_UPLOAD_LIMIT_MB = 4;

/** The maximum number of files per submission, and the default of UPLOAD_FILES. */
export const MAX_UPLOAD_FILES = 5;

/** Settings that depend on what an installation is used for. The defaults fit a single machine. */
export const OPERATOR_SETTINGS = {
  SIGN_UP: z
    .enum(["open", "invited", "closed"], "must be open, invited, or closed")
    .default("open"),
  MONTHLY_ALLOWANCE: z
    .union(
      [z.literal("unlimited").transform(() => null), wholeNumber(1, MAX_ALLOWANCE)],
      `must be unlimited, or a whole number from 1 to ${MAX_ALLOWANCE}`,
    )
    .optional(),
  UPLOAD_LIMIT_MB: wholeNumber(1, 25).default(DEFAULT_UPLOAD_LIMIT_MB),
  IMPORT_LIMIT_MB: wholeNumber(1, 200).default(200),
  UPLOAD_FILES: wholeNumber(0, MAX_UPLOAD_FILES).default(MAX_UPLOAD_FILES),
  BRAND_NAME: brandName.optional(),
  BRAND_URL: brandUrl.optional(),
  WEBHOOK_ALLOWED_HOSTS: allowedHosts.optional(),
  OUTGOING: z.enum(["on", "off"], "must be on or off").default("on"),
  DEMO: z
    .enum(
      ["0", "1"],
      'must be 0 or 1; for a public demo, see "A public demo" in docs/self-hosting/settings.md',
    )
    .default("0"),
  DEMO_PASSWORD: z.string().min(12, "must be at least 12 characters").optional(),
} as const;

const OperatorSettings = z.object(OPERATOR_SETTINGS);

export function toOperatorSettings(values: z.output<typeof OperatorSettings>) {
  return {
    /** Who can sign up. Anyone can create the first account of an empty installation. */
    signUp: values.SIGN_UP,
    /** Submissions per month and workspace, instead of plans. Null is unlimited; undefined uses the plans. */
    monthlyAllowance: values.MONTHLY_ALLOWANCE,
    /** The maximum size of a submission with files, in MiB. */
    uploadLimitMb: values.UPLOAD_LIMIT_MB,
    /** The maximum size of a file with messages to import, in MiB. */
    importLimitMb: values.IMPORT_LIMIT_MB,
    /** The maximum number of files per submission; 0 turns uploads off. */
    uploadFiles: values.UPLOAD_FILES,
    /** The name of the service on visitors' pages and in emails; `isOwn`: the operator set it. */
    brand: {
      name: values.BRAND_NAME ?? "Form Intake",
      url: values.BRAND_URL ?? null,
      isOwn: values.BRAND_NAME !== undefined,
    },
    /** `host:port` that webhooks may call, even over http, although they aren't public. */
    webhookAllowedHosts: values.WEBHOOK_ALLOWED_HOSTS ?? new Set<string>(),
    /** False if webhooks, destinations, and their tests may not connect to anything. */
    isOutgoingOn: values.OUTGOING === "on",
    /**
     * True to create a demo workspace; `demoPassword` is the password that the sign-in page shows to
     * everyone.
     */
    isDemo: values.DEMO === "1",
    demoPassword: values.DEMO_PASSWORD,
  };
}
