import { z } from "zod";

/** How a delivery is sent. */
export type Channel = "email" | "webhook";

const EMAIL_KINDS = [
  "verification",
  "notification",
  "visitor_reply",
  "confirmation",
  "reply",
  "allowance",
  "webhook_notice",
  "digest",
  "account",
] as const;
export const EmailKind = z.enum(EMAIL_KINDS);
export type EmailKind = z.output<typeof EmailKind>;

/** Returns whether an email of this kind goes to a visitor, who can opt out. */
export function isToVisitor(kind: string): boolean {
  return kind === "visitor_reply" || kind === "confirmation" || kind === "reply";
}

export const WORK_RESULTS = [
  "sent",
  /** The attempt failed or its result is unknown; another one follows. */
  "retried",
  /** The other side asked us to wait. This isn't counted as an attempt. */
  "throttled",
  /** The other side rejects this service. This isn't counted as an attempt. */
  "refused",
  /** Returned to the queue because the deployment's own send rate is used up. */
  "paced",
  "failed",
  "uncertain",
  /** Must not be sent anymore: cancelled, deleted, or moved to spam. */
  "cancelled",
  /** Another worker took over, or the delivery was being changed; this worker recorded nothing. */
  "lost",
] as const;

/** The result of one step with a claimed delivery. */
export type WorkResult = (typeof WORK_RESULTS)[number];
