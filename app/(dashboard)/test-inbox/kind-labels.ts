import type { EmailKind } from "#lib/outbox/schema";

export const KIND_LABELS: Readonly<Record<EmailKind, string>> = {
  verification: "Verification",
  notification: "Notification",
  visitor_reply: "Reply to a visitor",
  allowance: "Allowance",
  webhook_notice: "Webhook",
  account: "Account",
};
