import { type OperationExample, TIMES } from "#lib/http/openapi/examples/example";
import type { ConnectTurnstileInput, Turnstile } from "#lib/turnstile/schema";

const saved: Turnstile = {
  siteKey: "0x4AAAAAAADnPIDROrmt1Wwj",
  hostnames: ["www.example.com"],
  enabled: true,
  verifiedAt: null,
  updatedAt: TIMES.created,
};

/** The widget after a visitor has passed a challenge. */
export const turnstile: Turnstile = { ...saved, verifiedAt: TIMES.received };

export const turnstileExamples = {
  connectTurnstile: {
    body: {
      siteKey: saved.siteKey,
      secretKey: "0x4AAAAAAADnPKKf0xYf5Ks7Zt2mEwQh1bc",
      hostnames: saved.hostnames,
      enabled: true,
    } satisfies ConnectTurnstileInput,
    responses: { 200: { data: saved } },
  },
} satisfies Record<string, OperationExample>;
