import { Badge, type BadgeTone } from "#components/ui/badge";
import type { FormSummary } from "#lib/forms/schema";
import type { EmailDelivery } from "#lib/notifications/schema";
import type { Webhook, WebhookDeliveryItem } from "#lib/webhooks/schema";

export function FormStatusBadge({ status }: { status: FormSummary["status"] }) {
  const isActive = status === "active";
  return (
    <Badge tone={isActive ? "success" : "warning"} withDot>
      {isActive ? "Active" : "Paused"}
    </Badge>
  );
}

const HEALTH = {
  healthy: { tone: "success", label: "Healthy" },
  failing: { tone: "warning", label: "Failing" },
  suspended: { tone: "danger", label: "Suspended" },
} as const;

export function WebhookHealthBadge({ webhook }: { webhook: Webhook }) {
  if (!webhook.enabled) return <Badge withDot>Off</Badge>;
  const { tone, label } = HEALTH[webhook.health];
  return (
    <Badge tone={tone} withDot>
      {label}
    </Badge>
  );
}

type DeliveryStatus = EmailDelivery["status"] | WebhookDeliveryItem["status"];

const DELIVERY: Readonly<Record<DeliveryStatus, { label: string; tone: BadgeTone }>> = {
  queued: { label: "Queued", tone: "neutral" },
  sending: { label: "Sending", tone: "accent" },
  retrying: { label: "Retrying", tone: "warning" },
  sent: { label: "Sent", tone: "success" },
  delivered: { label: "Delivered", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
  uncertain: { label: "Uncertain", tone: "warning" },
  cancelled: { label: "Canceled", tone: "neutral" },
};

export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  const { label, tone } = DELIVERY[status];
  return (
    <Badge tone={tone} withDot>
      {label}
    </Badge>
  );
}
