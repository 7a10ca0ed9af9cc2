import type { Metadata } from "next";
import { DeliveryView } from "../../delivery-view";

export const metadata: Metadata = { title: "Delivery" };

type DeliveryPageProps = {
  params: Promise<{ formId: string; destinationId?: string; deliveryId: string }>;
};

/** A delivery of the form's webhook, or of the destination in the path. */
export default async function DeliveryPage({ params }: DeliveryPageProps) {
  return <DeliveryView destinationId={null} {...(await params)} />;
}
