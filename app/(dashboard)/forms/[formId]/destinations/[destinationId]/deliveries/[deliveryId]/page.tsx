import type { Metadata } from "next";
import { DeliveryView } from "../../../../webhook/delivery-view";

export const metadata: Metadata = { title: "Delivery" };

type DestinationDeliveryPageProps = {
  params: Promise<{ formId: string; destinationId: string; deliveryId: string }>;
};

export default async function DestinationDeliveryPage({ params }: DestinationDeliveryPageProps) {
  return <DeliveryView {...(await params)} />;
}
