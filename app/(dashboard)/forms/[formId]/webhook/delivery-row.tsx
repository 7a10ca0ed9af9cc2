import Link from "next/link";
import type { FormState } from "#components/form/form-state";
import { Badge } from "#components/ui/badge";
import { CopyButton } from "#components/ui/copy-button";
import { RelativeTime } from "#components/ui/relative-time";
import { countOf } from "#lib/core/count";
import type { WebhookDeliveryItem } from "#lib/webhooks/schema";
import { describeReason, EVENT, STATUS } from "./delivery-words";
import { RetryDelivery } from "./retry-delivery";

type DeliveryRowProps = {
  formId: string;
  delivery: WebhookDeliveryItem;
  retry: (deliveryId: string) => Promise<FormState>;
};

export function DeliveryRow({ formId, delivery, retry }: DeliveryRowProps) {
  const { label, tone } = STATUS[delivery.status];
  const reason = describeReason(delivery);
  return (
    <li className="relative grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-1 px-4 py-3 transition-colors hover:bg-accent/50 sm:px-6 md:grid-cols-[8rem_1fr_auto_7rem]">
      <span className="max-md:order-2 max-md:justify-self-end">
        <Badge tone={tone} withDot>
          {label}
        </Badge>
      </span>
      <div className="min-w-0 max-md:order-1">
        <Link
          href={`/forms/${formId}/webhook/deliveries/${delivery.id}`}
          prefetch={false}
          className="stretched-link font-medium"
        >
          {EVENT[delivery.type]}
          <span className="sr-only">, event {delivery.eventId}</span>
        </Link>
        <p className="relative flex max-w-full items-center gap-1 font-mono text-xs text-muted-foreground">
          <span aria-hidden className="pointer-events-none min-w-0 truncate">
            {delivery.eventId}
          </span>
          <CopyButton
            text={delivery.eventId}
            what={`event id ${delivery.eventId}`}
            className="-my-1.5"
          />
        </p>
        <p className="text-pretty text-muted-foreground">
          {reason ?? countOf(delivery.attemptCount, "attempt")}
          {delivery.nextAttemptAt && delivery.status === "retrying" ? (
            <>
              , next <RelativeTime at={delivery.nextAttemptAt} isAhead />
            </>
          ) : null}
        </p>
      </div>
      <div className="relative max-md:order-4 max-md:justify-self-end">
        {delivery.retryAvailableAt === null ? null : (
          <RetryDelivery
            availableAt={delivery.retryAvailableAt}
            eventId={delivery.eventId}
            retry={retry.bind(null, delivery.id)}
          />
        )}
      </div>
      <RelativeTime
        at={delivery.createdAt}
        className="text-muted-foreground max-md:order-3 md:text-right"
      />
    </li>
  );
}
