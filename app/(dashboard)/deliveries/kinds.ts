import { kindLabel } from "#lib/domain/endpoints/chats/kinds";
import type { ChannelState } from "#lib/domain/submissions/delivery-overview";
import type { DeliveryKind, MessageKind } from "#lib/domain/submissions/inbox/inbox-schema";

/** `tab`: the page of a form that sets up a kind of delivery. */
type KindWords = { label: string; one: string; tab: string };

const MESSAGE_KINDS: Readonly<Record<MessageKind, KindWords>> = {
  notification: { label: "Notifications", one: "Email", tab: "/notify" },
  visitor_reply: { label: "Auto-replies", one: "Auto-reply", tab: "/notify/auto-reply" },
  reply: { label: "Replies", one: "Reply", tab: "" },
  confirmation: {
    label: "Confirmation emails",
    one: "Confirmation email",
    tab: "/notify/auto-reply",
  },
  "submission.created": { label: "Webhook", one: "Webhook", tab: "/integrations/webhook" },
};

function isMessageKind(kind: DeliveryKind): kind is MessageKind {
  return Object.hasOwn(MESSAGE_KINDS, kind);
}

export function kindWords(kind: DeliveryKind): KindWords {
  if (isMessageKind(kind)) return MESSAGE_KINDS[kind];
  const label = kindLabel(kind);
  return { label, one: label, tab: "/integrations" };
}

/** The page where a kind of delivery of a form, or one of its destinations, is set up. */
export function setupHref({ formId, kind, destination }: ChannelState): string {
  const tab = destination ? `/integrations/${destination.id}` : kindWords(kind).tab;
  return `/forms/${formId}${tab}`;
}
