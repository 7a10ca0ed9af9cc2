import { lazy, Suspense } from "react";
import type { FormState } from "#components/form/form-state";
import { Badge, type BadgeTone } from "#components/ui/badge";
import { ExactTime, RelativeTime } from "#components/ui/relative-time";
import type { EmailDelivery } from "#lib/notifications/schema";

const STATUS: Readonly<Record<EmailDelivery["status"], { label: string; tone: BadgeTone }>> = {
  queued: { label: "Queued", tone: "neutral" },
  sending: { label: "Sending", tone: "accent" },
  retrying: { label: "Trying again", tone: "warning" },
  sent: { label: "Sent", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
  uncertain: { label: "Uncertain", tone: "warning" },
  cancelled: { label: "Cancelled", tone: "neutral" },
};

/** Most mails arrive: what sends one again is loaded where one has not. */
const RetryButton = lazy(() => import("#components/inbox/retry-button"));

type Outcome = EmailDelivery["attempts"][number]["outcome"];

const OUTCOME: Readonly<Record<Outcome, string>> = {
  pending: "under way",
  sent: "sent",
  failed: "failed",
  uncertain: "no clear answer",
};

type DeliveriesProps = {
  deliveries: readonly EmailDelivery[];
  retry: (deliveryId: string, isUncertain: boolean) => Promise<FormState>;
};

/** Visitors' replies are never sent again by hand. */
function canAsk({ kind, status }: EmailDelivery): boolean {
  return kind === "notification" && (status === "failed" || status === "uncertain");
}

/** Every mail of a message with every attempt to send it. */
export function Deliveries({ deliveries, retry }: DeliveriesProps) {
  if (deliveries.length === 0) return null;
  return (
    <ul className="divide-y rounded-md border bg-card shadow-card">
      {deliveries.map((delivery) => (
        <li key={delivery.id} className="grid gap-2 px-4 py-3">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 basis-48 break-all">
              {delivery.kind === "visitor_reply" ? "Reply to " : ""}
              {delivery.email}
            </span>
            <Badge tone={STATUS[delivery.status].tone} withDot>
              {STATUS[delivery.status].label}
            </Badge>
          </p>
          <ol className="grid gap-1 text-muted-foreground">
            {delivery.attempts.map((attempt) => (
              <li key={attempt.id} className="text-xs leading-5">
                Attempt {attempt.number}
                {attempt.trigger === "manual" ? " (by hand)" : ""} · {OUTCOME[attempt.outcome]} ·{" "}
                <ExactTime at={attempt.finishedAt ?? attempt.startedAt} />
                {attempt.error ? <span className="break-words"> · {attempt.error}</span> : null}
              </li>
            ))}
            {delivery.nextAttemptAt ? (
              <li className="text-xs leading-5">
                Next attempt <RelativeTime at={delivery.nextAttemptAt} />
              </li>
            ) : null}
          </ol>
          {canAsk(delivery) ? (
            <Suspense fallback={<span className="h-8" />}>
              <RetryButton
                email={delivery.email}
                isUncertain={delivery.status === "uncertain"}
                retry={retry.bind(null, delivery.id, delivery.status === "uncertain")}
              />
            </Suspense>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
