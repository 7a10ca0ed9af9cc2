import type { NotificationPlan } from "#lib/notifications/schema";

type Planned = {
  isSpam: boolean;
  /** The form's own verified recipients. */
  formRecipients: NotificationPlan["recipients"];
};

/** Who is told of a message, and why (CONTRACT section 3, NotificationPlan). Pure. */
export function planNotification({ isSpam, formRecipients }: Planned): NotificationPlan {
  const nobody = { recipients: [], ruleId: null, ruleName: null };
  if (isSpam) return { ...nobody, reason: "spam" };
  if (formRecipients.length === 0) return { ...nobody, reason: "notifications_disabled" };
  return { ...nobody, reason: "form_recipients", recipients: formRecipients };
}
