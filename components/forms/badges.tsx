import { Badge, type BadgeTone } from "#components/ui/badge";
import { MomentOf } from "#components/ui/relative-time";
import { countOf } from "#lib/core/count";
import type { EmailDelivery } from "#lib/domain/emails/schema";
import type { Destination } from "#lib/domain/endpoints/destination-schema";
import type { WebhookDeliveryItem } from "#lib/domain/endpoints/schema";
import type { WebhookState } from "#lib/domain/endpoints/store";
import type { ClosedReason } from "#lib/domain/forms/options/open-state";
import type { FormSummary } from "#lib/domain/forms/schema";

type FormStatusBadgeProps = {
  status: FormSummary["status"];
  /** The reason that an active form isn’t open now. */
  closed?: ClosedReason | null;
  opensAt?: number | null;
};

export function FormStatusBadge({ status, closed = null, opensAt = null }: FormStatusBadgeProps) {
  const isActive = status === "active";
  if (isActive && closed !== null)
    return (
      <Badge tone="warning" withDot>
        {closed === "early" && opensAt !== null ? (
          <span>
            Opens <MomentOf at={opensAt} />
          </span>
        ) : closed === "full" ? (
          "Full"
        ) : (
          "Closed"
        )}
      </Badge>
    );
  return (
    <Badge tone={isActive ? "success" : "warning"} withDot>
      {isActive ? "Active" : "Paused"}
    </Badge>
  );
}

/** Marks an endpoint that is off or fails. */
export function HealthBadge({ enabled, health }: Pick<Destination, "enabled" | "health">) {
  if (!enabled) return <Badge withDot>Off</Badge>;
  if (health !== "failing" && health !== "suspended") return null;
  return (
    <Badge tone="danger" withDot>
      {health === "failing" ? "Failing" : "Suspended"}
    </Badge>
  );
}

export function WebhookHealth({ webhook }: { webhook: WebhookState }) {
  const { enabled, health, failuresInRow, failingSince, lastDeliveredAt } = webhook;
  if (!enabled) return <HealthBadge {...webhook} />;
  if (failuresInRow === 0 && health === "healthy")
    return lastDeliveredAt === null ? (
      <span className="text-muted-foreground">Nothing sent yet</span>
    ) : (
      "Delivering"
    );
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <HealthBadge {...webhook} />
      {failuresInRow > 0 && failingSince !== null ? (
        <span className="tabular text-muted-foreground">
          0 of {countOf(failuresInRow, "attempt")} delivered since <MomentOf at={failingSince} />
        </span>
      ) : null}
    </span>
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
