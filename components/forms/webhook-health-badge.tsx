import { Badge } from "#components/ui/badge";
import type { Webhook } from "#lib/webhooks/schema";

const HEALTH = {
  healthy: { tone: "success", label: "Healthy" },
  failing: { tone: "warning", label: "Failing" },
  suspended: { tone: "danger", label: "Suspended" },
} as const;

export function WebhookHealthBadge({ webhook }: { webhook: Webhook }) {
  if (!webhook.enabled) return <Badge withDot>Switched off</Badge>;
  const { tone, label } = HEALTH[webhook.health];
  return (
    <Badge tone={tone} withDot>
      {label}
    </Badge>
  );
}
