import type { Metadata } from "next";
import { getWebhookDelivery } from "#lib/webhooks/list-deliveries";
import { pageSession, readOrNotFound } from "../../../../../page-session";
import { DeliveryView } from "../../delivery-view";

export const metadata: Metadata = { title: "Delivery" };

type DeliveryPageProps = { params: Promise<{ formId: string; deliveryId: string }> };

export default async function DeliveryPage({ params }: DeliveryPageProps) {
  const { ctx } = await pageSession();
  const { formId, deliveryId } = await params;
  const delivery = await readOrNotFound(deliveryId, () =>
    getWebhookDelivery(ctx, formId, deliveryId),
  );
  return (
    <DeliveryView
      formId={formId}
      destinationId={null}
      delivery={delivery}
      now={ctx.now.getTime()}
    />
  );
}
