import { z } from "zod";
import { publicHostProblem } from "#lib/core/public-host";
import { PUBLIC_HOSTNAME_PATTERN, Timestamp } from "#lib/core/text";

/** Cloudflare's published test keys, which pass or fail for everyone. */
const TEST_KEY = /^[123][xX]0{16,}[A-Fa-f]{2}$/;

function Key(max: number) {
  return z
    .string("must be a string")
    .trim()
    .regex(/^[\x21-\x7e]+$/, "must be visible ASCII characters without spaces")
    .max(max, `must be at most ${max} characters`)
    .refine(
      (key) => !TEST_KEY.test(key),
      "must not be one of Cloudflare's test keys. Create your own widget",
    )
    .meta({ not: { pattern: TEST_KEY.source } });
}

const Hostname = z
  .string("must be a string")
  .transform((text, issue) => {
    const isBare = text !== "" && !/[\s/:?#@\\[\]%*]/.test(text);
    const hostname = isBare ? URL.parse(`https://${text}`)?.hostname : undefined;
    const problem = hostname
      ? publicHostProblem(hostname)
      : "must be a hostname like www.example.com, without a protocol, port, path, or wildcard";
    if (hostname && problem === null) return hostname;
    issue.addIssue({ code: "custom", message: problem ?? "must be a hostname" });
    return z.NEVER;
  })
  .meta({
    description: "A hostname under a public suffix.",
    format: "hostname",
    maxLength: 253,
    pattern: PUBLIC_HOSTNAME_PATTERN,
    "x-public-host": true,
  });

export const Turnstile = z
  .strictObject({
    siteKey: z.string().describe("The widget's public key."),
    hostnames: z
      .array(z.string())
      .describe("Hostnames where the widget runs, in lowercase Punycode."),
    enabled: z.boolean().describe("Whether submissions must pass a challenge."),
    verifiedAt: Timestamp.nullable().describe(
      "When a visitor first passed a challenge with this widget. Saving the widget resets it to null.",
    ),
    updatedAt: Timestamp,
  })
  .describe("The form's Turnstile widget. Its secret is never returned.");
export type Turnstile = z.output<typeof Turnstile>;

/**
 * What ends a widget's observation. With `require`, the first passed challenge makes the widget required; with
 * `ask`, an owner does. The API has no such state, and shows `enabled: false`.
 */
export const Observation = z.enum(["require", "ask"]);
export type Observation = z.output<typeof Observation>;

export const ConnectTurnstileInput = z.strictObject({
  siteKey: Key(100).describe("Your widget's site key. Test keys aren't allowed."),
  secretKey: Key(200)
    .optional()
    .describe(
      "Required for a new widget or site key. If omitted, the stored secret is kept. Never returned.",
    ),
  hostnames: z
    .array(Hostname, "must be a list of hostnames")
    .min(1, "must have 1 to 10 hostnames")
    .max(10, "must have 1 to 10 hostnames")
    .transform((hostnames) => [...new Set(hostnames)])
    .describe("1–10 exact public hostnames, without a protocol or path."),
  enabled: z
    .boolean("must be true or false")
    .describe("Whether submissions must pass a challenge."),
});
export type ConnectTurnstileInput = z.output<typeof ConnectTurnstileInput>;
