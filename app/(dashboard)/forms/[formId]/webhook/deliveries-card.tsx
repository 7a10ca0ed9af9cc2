import { Webhook as WebhookIcon } from "lucide-react";
import type { FormState } from "#components/form/form-state";
import { Card, CardHeader, CardTitle } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { Pager } from "#components/ui/pager";
import type { Page } from "#lib/core/cursor";
import type { WebhookDeliveryItem } from "#lib/webhooks/schema";
import { AwaitDeliveries } from "./await-deliveries";
import { DeliveryRow } from "./delivery-row";
import { isUnderWay } from "./delivery-words";

type DeliveriesCardProps = {
  formId: string;
  deliveries: Page<WebhookDeliveryItem>;
  isFirstPage: boolean;
  retry: (deliveryId: string) => Promise<FormState>;
};

/** What was sent to the receiver, the newest first; a page that changes looks again by itself. */
export function DeliveriesCard({ formId, deliveries, isFirstPage, retry }: DeliveriesCardProps) {
  const path = `/forms/${formId}/webhook`;
  return (
    <div className="grid gap-4">
      <Card>
        <CardHeader className="border-b pb-4">
          <CardTitle>Deliveries</CardTitle>
        </CardHeader>
        {deliveries.data.length === 0 ? (
          <EmptyState icon={WebhookIcon} title="No event yet">
            Send a test, or let a message come in: what was sent, and what your receiver answered,
            is kept here.
          </EmptyState>
        ) : (
          <ul className="divide-y">
            {deliveries.data.map((delivery) => (
              <DeliveryRow key={delivery.id} formId={formId} delivery={delivery} retry={retry} />
            ))}
          </ul>
        )}
      </Card>
      <Pager
        firstHref={isFirstPage ? null : path}
        olderHref={deliveries.nextCursor ? `${path}?cursor=${deliveries.nextCursor}` : null}
      />
      {deliveries.data.some(isUnderWay) ? <AwaitDeliveries /> : null}
    </div>
  );
}
