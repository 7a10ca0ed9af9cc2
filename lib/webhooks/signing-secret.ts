import { randomBytes } from "node:crypto";

/** A new signing secret: 32 random bytes in the form of Standard Webhooks. */
export function makeSigningSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}
