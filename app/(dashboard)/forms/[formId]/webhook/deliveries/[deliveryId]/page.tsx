import type { Metadata } from "next";
import { DeliveryView } from "../../delivery-view";

export const metadata: Metadata = { title: "Delivery" };

type DeliveryPageProps = { params: Promise<{ formId: string; deliveryId: string }> };

export default async function DeliveryPage({ params }: DeliveryPageProps) {
  return <DeliveryView {...(await params)} destinationId={null} />;
}
