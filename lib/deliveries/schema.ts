import { z } from "zod";

/** How a delivery leaves. */
export type Channel = "email" | "webhook";

const EMAIL_KINDS = [
  "verification",
  "notification",
  "visitor_reply",
  "allowance",
  "webhook_notice",
  "account",
] as const;
export const EmailKind = z.enum(EMAIL_KINDS);
export type EmailKind = z.output<typeof EmailKind>;

/** Account emails that consist of a fixed text and a link. */
const LinkPurpose = z.enum([
  "password_reset",
  "email_change",
  "email_changed",
  "authenticator_added",
  "authenticator_removed",
  "recovery_code_used",
  "passkey_added",
]);
export type LinkPurpose = z.output<typeof LinkPurpose>;

/** The content of an email that isn't about a submission. Sealed until it is sent: links are secrets. */
export const EmailData = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("verification"), workspaceName: z.string(), link: z.url() }),
  z.strictObject({
    kind: z.literal("allowance"),
    workspaceName: z.string(),
    percent: z.int(),
    accepted: z.int(),
    allowance: z.int(),
    month: z.string(),
  }),
  z.strictObject({
    kind: z.literal("webhook_notice"),
    workspaceName: z.string(),
    formId: z.uuid(),
    formName: z.string(),
    /** Only the host: the endpoint's URL may contain secrets. */
    host: z.string(),
    /** The endpoint's new health. */
    health: z.enum(["healthy", "failing", "suspended"]),
    /** Whether it responded with 410 Gone. */
    isGone: z.boolean(),
  }),
  z.discriminatedUnion("purpose", [
    z.strictObject({
      kind: z.literal("account"),
      link: z.url(),
      purpose: LinkPurpose,
    }),
    z.strictObject({
      kind: z.literal("account"),
      link: z.url(),
      purpose: z.literal("invitation"),
      workspaceName: z.string(),
      /** The email address of the owner who invites. */
      inviter: z.string(),
      role: z.enum(["owner", "member"]),
    }),
    z.strictObject({
      kind: z.literal("account"),
      link: z.url(),
      purpose: z.literal("access_ended"),
      workspaceName: z.string(),
      /** Whether the workspace was deleted; otherwise an owner removed the member. */
      isDeleted: z.boolean(),
    }),
  ]),
]);
export type EmailData = z.output<typeof EmailData>;

export const WORK_RESULTS = [
  "sent",
  /** The attempt failed or its result is unknown; another one follows. */
  "retried",
  /** The other side asked us to wait; this doesn't count as an attempt. */
  "throttled",
  /** Put back because the deployment's own send rate is used up. */
  "paced",
  "failed",
  "uncertain",
  /** No longer to be sent: cancelled, deleted or moved to spam. */
  "cancelled",
  /** Another worker took over, or the delivery was being changed; this worker recorded nothing. */
  "lost",
] as const;

/** The result of one step with a claimed delivery. */
export type WorkResult = (typeof WORK_RESULTS)[number];
