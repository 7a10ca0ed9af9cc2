import { Badge } from "#components/ui/badge";
import type { FormSummary } from "#lib/forms/schema";
import type { Webhook } from "#lib/webhooks/schema";

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
