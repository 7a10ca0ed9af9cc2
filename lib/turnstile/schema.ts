import { z } from "zod";
import { publicHostProblem } from "#lib/core/public-host";
import { Timestamp } from "#lib/core/text";

/** Cloudflare's published test keys (Turnstile, Testing): they pass or fail whoever asks. */
const TEST_KEY = /^[123]x0{16,}[A-F]{2}$/i;

function Key(max: number) {
  return z
    .string("must be text")
    .trim()
    .regex(/^[\x21-\x7e]+$/, "must be visible ASCII characters without spaces")
    .max(max, `must have at most ${max} characters`)
    .refine(
      (key) => !TEST_KEY.test(key),
      "must not be one of Cloudflare's test keys: create a widget of your own",
    );
}

const Hostname = z.string("must be text").transform((text, issue) => {
  const isBare = text !== "" && !/[\s/:?#@\\[\]%*]/.test(text);
  const hostname = isBare ? URL.parse(`https://${text}`)?.hostname : undefined;
  const problem = hostname
    ? publicHostProblem(hostname)
    : "must be a host name like www.example.com, without protocol, port, path or wildcard";
  if (hostname && problem === null) return hostname;
  issue.addIssue({ code: "custom", message: problem ?? "must be a host name" });
  return z.NEVER;
});

export const Turnstile = z
  .strictObject({
    siteKey: z.string().describe("The widget's public key."),
    hostnames: z
      .array(z.string())
      .describe("Hosts whose challenges count, in lower case and Punycode."),
    enabled: z.boolean().describe("Whether a submission must carry a passed challenge."),
    verifiedAt: Timestamp.nullable().describe(
      "When a visitor's challenge first passed with this widget; every save resets it to null.",
    ),
    updatedAt: Timestamp,
  })
  .describe("The form's anti-spam widget. Its secret is never returned.");
export type Turnstile = z.output<typeof Turnstile>;

export const ConnectTurnstileInput = z.strictObject({
  siteKey: Key(100).describe("The site key of a widget of your own; no test key."),
  secretKey: Key(200)
    .optional()
    .describe(
      "Needed for a new widget or another site key; left out, the stored secret stays. Never returned.",
    ),
  hostnames: z
    .array(Hostname, "must be a list of host names")
    .min(1, "must have 1 to 10 host names")
    .max(10, "must have 1 to 10 host names")
    .transform((hostnames) => [...new Set(hostnames)])
    .describe("1-10 exact public host names, without protocol or path."),
  enabled: z
    .boolean("must be true or false")
    .describe("Whether a submission must carry a passed challenge."),
});
export type ConnectTurnstileInput = z.output<typeof ConnectTurnstileInput>;
