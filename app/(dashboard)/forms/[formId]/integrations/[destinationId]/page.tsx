import { notFound } from "next/navigation";
import { OutgoingOff } from "#components/forms/outgoing-off";
import { Notice } from "#components/ui/notice";
import { BackLink } from "#components/ui/page";
import { kindLabel } from "#lib/domain/endpoints/chats/kinds";
import type { Destination } from "#lib/domain/endpoints/destination-schema";
import { listIntegrations } from "#lib/domain/endpoints/destinations";
import { listDeliveryLog } from "#lib/domain/endpoints/list-deliveries";
import { ListWebhookDeliveriesQuery } from "#lib/domain/endpoints/schema";
import { countFailed } from "#lib/domain/submissions/failed-deliveries";
import { listFieldNames } from "#lib/domain/submissions/inbox/recent-contents";
import { readQuery, type SearchParams } from "../../../../../search-params";
import { pageSession, readOrNotFound } from "../../../../page-session";
import { DestinationForm } from "../destination-form";
import { DeliveriesCard } from "../webhook/deliveries-card";

type DestinationPageProps = {
  params: Promise<{ formId: string; destinationId: string }>;
  searchParams: SearchParams;
};

export const metadata = { title: "Destination" };

export default async function DestinationPage({ params, searchParams }: DestinationPageProps) {
  const { ctx } = await pageSession();
  const { formId, destinationId } = await params;
  const query = await readQuery(ListWebhookDeliveriesQuery, searchParams);
  const all = await readOrNotFound(formId, () => listIntegrations(ctx, formId));
  // The webhook has its own page.
  const destination =
    all.find(({ id, isFormWebhook }) => id === destinationId && !isFormWebhook) ?? notFound();
  const [deliveries, failed, fieldNames] = await Promise.all([
    listDeliveryLog(ctx, formId, query, destinationId),
    countFailed(ctx, { formId, endpointId: destinationId }),
    listFieldNames(ctx, formId),
  ]);
  return (
    <>
      <BackLink href={`/forms/${formId}/integrations`} label="Integrations" />
      <div className="grid gap-6">
        <OutgoingOff />
        <HealthNotice destination={destination} />
        <DestinationForm formId={formId} destination={destination} fieldNames={fieldNames} />
        <DeliveriesCard
          formId={formId}
          destinationId={destinationId}
          deliveries={deliveries}
          query={query}
          endpointId={destinationId}
          failed={failed}
          now={ctx.now.getTime()}
        />
      </div>
    </>
  );
}

function HealthNotice({ destination }: { destination: Destination }) {
  const { enabled, health, kind } = destination;
  const label = kind === "webhook" ? "The endpoint" : kindLabel(kind);
  if (!enabled) return <Notice>This destination is off. You can still send tests.</Notice>;
  if (health === "suspended")
    return (
      <Notice tone="danger">
        This destination is suspended because {label} says that its URL is gone, or it has been
        failing for 5 days. New events are marked as failed, and you can retry them. Enter a new URL
        or send a test to resume.
      </Notice>
    );
  if (health === "failing")
    return (
      <Notice tone="warning">
        Messages aren’t arriving. The deliveries below show how {label} responded.
      </Notice>
    );
  return null;
}
