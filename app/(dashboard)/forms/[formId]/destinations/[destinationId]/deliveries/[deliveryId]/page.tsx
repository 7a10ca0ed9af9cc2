import type { Metadata } from "next";
import { getWebhookDelivery } from "#lib/webhooks/list-deliveries";
import { pageSession, readOrNotFound } from "../../../../../../page-session";
import { DeliveryView } from "../../../../webhook/delivery-view";

export const metadata: Metadata = { title: "Delivery" };

type DestinationDeliveryPageProps = {
  params: Promise<{ formId: string; destinationId: string; deliveryId: string }>;
};

export default async function DestinationDeliveryPage({ params }: DestinationDeliveryPageProps) {
  const { ctx } = await pageSession();
  const { formId, destinationId, deliveryId } = await params;
  const delivery = await readOrNotFound(deliveryId, () =>
    getWebhookDelivery(ctx, formId, deliveryId, destinationId),
  );
  return (
    <DeliveryView
      formId={formId}
      destinationId={destinationId}
      delivery={delivery}
      now={ctx.now.getTime()}
    />
  );
}
