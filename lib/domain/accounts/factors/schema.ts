import { z } from "zod";
import { Name } from "#lib/core/text";

/** A one-time code of an authenticator app, or a recovery code, with or without spaces and hyphens. */
export const OneTimeCode = z
  .string("must be a string")
  .trim()
  .min(1, "is required")
  .max(64, "must be at most 64 characters");

export const PasskeyName = Name(1, 60);

export const MAX_PASSKEYS = 10;

function base64Url(maxLength: number) {
  return z
    .string("must be a string")
    .regex(/^[\w-]+$/, "must be base64url")
    .max(maxLength, `must be at most ${maxLength} characters`);
}

const ClientDataJson = base64Url(4000);
const Credential = z.object({
  id: base64Url(1400),
  rawId: base64Url(1400),
  type: z.literal("public-key"),
});

/** A browser's response for a new passkey, as JSON; other properties are dropped. */
export const NewPasskeyResponse = Credential.extend({
  response: z.object({
    clientDataJSON: ClientDataJson,
    attestationObject: base64Url(16_000),
    transports: z.array(z.string().max(32)).max(10).default([]),
  }),
});
export type NewPasskeyResponse = z.output<typeof NewPasskeyResponse>;

/** A browser's response when a passkey was used, as JSON; other properties are dropped. */
export const PasskeyResponse = Credential.extend({
  response: z.object({
    clientDataJSON: ClientDataJson,
    authenticatorData: base64Url(4000),
    signature: base64Url(8000),
    userHandle: base64Url(128)
      .nullish()
      .transform((handle) => handle ?? undefined),
  }),
});
export type PasskeyResponse = z.output<typeof PasskeyResponse>;
