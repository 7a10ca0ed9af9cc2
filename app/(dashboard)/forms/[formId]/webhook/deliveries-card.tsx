import { Webhook as WebhookIcon } from "lucide-react";
import Link from "next/link";
import { DeliveryBadge } from "#components/forms/badges";
import { RefreshPage } from "#components/shell/use-polling";
import { Card, CardHeader } from "#components/ui/card";
import { CopyButton } from "#components/ui/copy-button";
import { EmptyState } from "#components/ui/empty-state";
import { Pager } from "#components/ui/page";
import { RelativeTime } from "#components/ui/relative-time";
import { countOf } from "#lib/core/count";
import type { Page } from "#lib/core/cursor";
import type { WebhookDeliveryItem } from "#lib/webhooks/schema";
import { RetryDelivery } from "./delivery-buttons";
import { describeReason, isUnderWay } from "./describe-deliveries";

type DeliveriesCardProps = {
  formId: string;
  deliveries: Page<WebhookDeliveryItem>;
  isFirstPage: boolean;
};

/** Newest first. Refreshes while a delivery is in progress. */
export function DeliveriesCard({ formId, deliveries, isFirstPage }: DeliveriesCardProps) {
  const path = `/forms/${formId}/webhook`;
  return (
    <div className="grid gap-4">
      <Card>
        <CardHeader title="Deliveries" className="border-b pb-4" />
        {deliveries.data.length === 0 ? (
          <EmptyState icon={WebhookIcon} title="No events yet">
            Send a test event or wait for a submission. Events and your endpoint’s responses appear
            here.
          </EmptyState>
        ) : (
          <ul className="divide-y">
            {deliveries.data.map((delivery) => (
              <DeliveryRow key={delivery.id} formId={formId} delivery={delivery} />
            ))}
          </ul>
        )}
      </Card>
      <Pager
        firstHref={isFirstPage ? null : path}
        olderHref={deliveries.nextCursor ? `${path}?cursor=${deliveries.nextCursor}` : null}
      />
      {deliveries.data.some(isUnderWay) ? <RefreshPage everyMs={1_500} /> : null}
    </div>
  );
}

function DeliveryRow({ formId, delivery }: { formId: string; delivery: WebhookDeliveryItem }) {
  const reason = describeReason(delivery);
  return (
    <li className="relative grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-1 px-4 py-3 transition-colors hover:bg-accent/50 sm:px-6 md:grid-cols-[8rem_1fr_auto_7rem]">
      <span className="max-md:order-2 max-md:justify-self-end">
        <DeliveryBadge status={delivery.status} />
      </span>
      <div className="min-w-0 max-md:order-1">
        <Link
          href={`/forms/${formId}/webhook/deliveries/${delivery.id}`}
          prefetch={false}
          className="stretched-link font-medium"
        >
          <code className="font-mono text-xs">{delivery.type}</code>
          <span className="sr-only">, event {delivery.eventId}</span>
        </Link>
        <p className="relative flex max-w-full items-center gap-1 font-mono text-xs text-muted-foreground">
          <span aria-hidden className="pointer-events-none min-w-0 truncate">
            {delivery.eventId}
          </span>
          <CopyButton
            text={delivery.eventId}
            what={`event ID ${delivery.eventId}`}
            className="-my-1.5"
          />
        </p>
        <p className="text-pretty text-muted-foreground">
          {reason ?? countOf(delivery.attemptCount, "attempt")}
          {delivery.nextAttemptAt && delivery.status === "retrying" ? (
            <>
              {" · next: "}
              <RelativeTime at={delivery.nextAttemptAt} isAhead />
            </>
          ) : null}
        </p>
      </div>
      <div className="relative max-md:order-4 max-md:justify-self-end">
        <RetryDelivery
          formId={formId}
          deliveryId={delivery.id}
          eventId={delivery.eventId}
          status={delivery.status}
          availableAt={delivery.retryAvailableAt}
        />
      </div>
      <RelativeTime
        at={delivery.createdAt}
        className="text-muted-foreground max-md:order-3 md:text-right"
      />
    </li>
  );
}
