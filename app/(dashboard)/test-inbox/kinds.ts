import { BadgeCheck, Bell, Gauge, type LucideIcon, Reply, UserRound, Webhook } from "lucide-react";
import type { EmailKind } from "#lib/deliveries/schema";

/** The kinds of mail, in the order in which a workspace meets them. */
export const KINDS: Readonly<Record<EmailKind, { label: string; Icon: LucideIcon }>> = {
  verification: { label: "Verification", Icon: BadgeCheck },
  notification: { label: "Notification", Icon: Bell },
  visitor_reply: { label: "Visitor reply", Icon: Reply },
  allowance: { label: "Allowance", Icon: Gauge },
  webhook_notice: { label: "Webhook", Icon: Webhook },
  account: { label: "Account", Icon: UserRound },
};
