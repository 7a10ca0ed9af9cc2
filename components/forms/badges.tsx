import { Badge } from "#components/ui/badge";
import type { FormSummary } from "#lib/forms/schema";
import type { Webhook } from "#lib/webhooks/schema";

export function FormStatusBadge({ status }: { status: FormSummary["status"] }) {
  return status === "active" ? (
    <Badge tone="success" withDot>
      Active
    </Badge>
  ) : (
    <Badge tone="warning" withDot>
      Paused
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
