import { z } from "zod";
import { EmailAddress, Id, Name } from "#lib/core/text";
import { TimeZoneName } from "#lib/core/time-zones";
import { OneTimeCode, PasskeyResponse } from "#lib/domain/accounts/factors/schema";
import { PlanName } from "#lib/domain/usage/schema";

function byteCount(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

/** 12 to 256 bytes. */
export const Password = z
  .string("must be a string")
  .refine((text) => byteCount(text) >= 12, "must be at least 12 characters")
  .refine((text) => byteCount(text) <= 256, "must be at most 256 characters");

/** A person's name; null for an empty text. */
export const PersonName = Name(1, 80).nullable();
export type PersonName = z.output<typeof PersonName>;

/** A person's time zone; null for their workspace's. */
export const OwnTimeZone = TimeZoneName.nullable();
export type OwnTimeZone = z.output<typeof OwnTimeZone>;

const WorkspaceName = Name(1, 80);

export const SignUpInput = z.strictObject({
  email: EmailAddress,
  password: Password,
  workspaceName: WorkspaceName,
  /** The browser's time zone, for the first workspace. An unknown name is ignored. */
  timeZone: z.string("must be a string").max(100, "must be at most 100 characters").optional(),
});
export type SignUpInput = z.output<typeof SignUpInput>;

export const SignInInput = z.strictObject({
  email: z.string("must be a string").trim(),
  password: z.string("must be a string"),
  /** A code of an authenticator app, or a recovery code: only with two-step verification. */
  code: OneTimeCode.optional(),
});
export type SignInInput = z.output<typeof SignInInput>;

export const PasskeySignInInput = z.strictObject({ passkey: PasskeyResponse });

/** A proof of a signed-in user's identity: a password, a code, or a passkey. */
export const ProofMethods = z.strictObject({
  /**
   * What to enter if no passkey is used: a code if two-step verification is on; null if only the
   * provider can prove it.
   */
  asks: z.enum(["password", "code"]).nullable(),
  hasPasskey: z.boolean(),
  /** A provider to sign in with again; `path` begins that. Null for none. */
  provider: z.strictObject({ name: z.string(), path: z.string() }).nullable(),
});
export type ProofMethods = z.output<typeof ProofMethods>;

export const Proof = z
  .strictObject({
    password: z.string("must be a string"),
    code: OneTimeCode,
    passkey: PasskeyResponse,
  })
  .partial()
  .refine(
    (proof) => Object.values(proof).filter((each) => each !== undefined).length === 1,
    "must have one of password, code, and passkey",
  );
export type Proof = z.output<typeof Proof>;

export const Account = z.strictObject({
  user: z.strictObject({ id: Id, email: z.string() }),
  /** `plan` is null on installations without plans. */
  workspace: z.strictObject({ id: Id, name: z.string(), plan: PlanName.nullable() }),
});
export type Account = z.output<typeof Account>;

export const CreateWorkspaceInput = z.strictObject({ name: WorkspaceName });
export type CreateWorkspaceInput = z.output<typeof CreateWorkspaceInput>;

export const UpdateWorkspaceInput = z
  .strictObject({ name: WorkspaceName, plan: PlanName, timeZone: TimeZoneName })
  .partial();
export type UpdateWorkspaceInput = z.output<typeof UpdateWorkspaceInput>;
