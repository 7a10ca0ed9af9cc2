import type { MessageKind } from "#lib/domain/submissions/inbox/inbox-schema";

/** `tab`: the page of a form that sets up a kind of delivery. */
type KindWords = { label: string; one: string; tab: string };

export const KINDS: Readonly<Record<MessageKind, KindWords>> = {
  notification: { label: "Notifications", one: "Email", tab: "" },
  visitor_reply: { label: "Auto-replies", one: "Auto-reply", tab: "/auto-reply" },
  confirmation: { label: "Confirmation emails", one: "Confirmation email", tab: "/page" },
  "submission.created": { label: "Webhook", one: "Webhook", tab: "/webhook" },
};
