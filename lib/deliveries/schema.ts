import { z } from "zod";

export const EMAIL_KINDS = [
  "verification",
  "notification",
  "visitor_reply",
  "allowance",
  "webhook_notice",
  "account",
] as const;
export const EmailKind = z.enum(EMAIL_KINDS);
export type EmailKind = z.output<typeof EmailKind>;

/** What a mail says when it is not about a message. Kept sealed until it has left: links are secrets. */
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
    /** Host of the receiver: its URL may carry secrets. */
    host: z.string(),
    /** What the receiver's health has become. */
    health: z.enum(["healthy", "failing", "suspended"]),
    /** Whether it said 410 Gone. */
    isGone: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal("account"),
    link: z.url(),
    purpose: z.enum(["password_reset", "email_change", "email_changed"]),
  }),
]);
export type EmailData = z.output<typeof EmailData>;

export const WORK_RESULTS = [
  /** Done. */
  "sent",
  /** Tried without a clear answer; another try follows. */
  "retried",
  /** The other side asked to wait; it counts as no try. */
  "throttled",
  /** Put back: the deployment's own pace is used up. */
  "paced",
  "failed",
  "uncertain",
  /** Owed to nobody any more: cancelled, deleted or moved to spam. */
  "cancelled",
  /** Another worker took over, or the state changed under this one; nothing was recorded by it. */
  "lost",
] as const;

/** What one step of work on a claimed entry came to. */
export type WorkResult = (typeof WORK_RESULTS)[number];
