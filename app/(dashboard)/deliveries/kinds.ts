import type { MessageKind } from "#lib/submissions/inbox-schema";

export const KINDS: Readonly<Record<MessageKind, string>> = {
  notification: "Notifications",
  visitor_reply: "Auto-replies",
  confirmation: "Confirmation emails",
  "submission.created": "Webhook",
};
