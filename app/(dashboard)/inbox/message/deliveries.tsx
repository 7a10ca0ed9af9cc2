import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { lazy, Suspense } from "react";
import type { ActionResult } from "#components/form/action-result";
import { DeliveryBadge } from "#components/forms/badges";
import { ExactTime, RelativeTime } from "#components/ui/relative-time";
import { countOf } from "#lib/core/count";
import type { EmailDelivery } from "#lib/notifications/schema";
import type { WebhookDeliveryItem } from "#lib/webhooks/schema";

/** Rarely needed, so only loaded where something wasn't delivered. */
const RetryButton = lazy(async () => ({
  default: (await import("./unsent-deliveries")).RetryButton,
}));
const FailureReason = lazy(async () => ({
  default: (await import("./unsent-deliveries")).FailureReason,
}));

const OUTCOME = {
  pending: "in progress",
  sent: "sent",
  failed: "failed",
  uncertain: "not confirmed",
} as const;

type DeliveriesProps = {
  deliveries: readonly EmailDelivery[];
  retry: (deliveryId: string, isUncertain: boolean) => Promise<ActionResult>;
};

export function Deliveries({ deliveries, retry }: DeliveriesProps) {
  if (deliveries.length === 0) return null;
  return (
    <ul className="divide-y rounded-md border bg-card shadow-card">
      {deliveries.map((delivery) => (
        <li key={delivery.id} className="grid gap-2 px-4 py-3">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 basis-48 break-all">
              {delivery.kind === "visitor_reply" ? "Auto-reply to " : ""}
              {delivery.email}
            </span>
            <DeliveryBadge status={delivery.status} />
          </p>
          <ol className="grid gap-1 text-muted-foreground">
            {delivery.attempts.map((attempt) => (
              <li key={attempt.id} className="text-xs leading-5">
                Attempt {attempt.number}
                {attempt.trigger === "manual" ? " (manual)" : ""} · {OUTCOME[attempt.outcome]} ·{" "}
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
          {canRetry(delivery) ? (
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

/** Auto-replies can't be retried manually. */
function canRetry({ kind, status }: EmailDelivery): boolean {
  return kind === "notification" && (status === "failed" || status === "uncertain");
}

type WebhookEventsProps = { formId: string; events: readonly WebhookDeliveryItem[] };

export function WebhookEvents({ formId, events }: WebhookEventsProps) {
  return (
    <ul className="divide-y rounded-md border bg-card shadow-card">
      {events.map((event) => (
        <li key={event.id}>
          <Link
            href={`/forms/${formId}/webhook/deliveries/${event.id}`}
            prefetch={false}
            className="flex items-center gap-3 px-4 py-3 hover:bg-accent/60 focus-visible:-outline-offset-2"
          >
            <span className="grid min-w-0 flex-1 gap-0.5">
              <code className="truncate font-mono text-xs">{event.type}</code>
              <span className="text-xs text-muted-foreground">
                {countOf(event.attemptCount, "attempt")}
                {event.lastAttemptAt ? (
                  <>
                    {" · last: "}
                    <RelativeTime at={event.lastAttemptAt} />
                  </>
                ) : null}
                {event.nextAttemptAt ? (
                  <>
                    {" · next: "}
                    <RelativeTime at={event.nextAttemptAt} />
                  </>
                ) : null}
                {event.failureReason ? (
                  <Suspense fallback={null}>
                    {" · "}
                    <FailureReason reason={event.failureReason} />
                  </Suspense>
                ) : null}
              </span>
            </span>
            <DeliveryBadge status={event.status} />
            <ChevronRight aria-hidden className="size-4 shrink-0 text-muted-foreground" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
