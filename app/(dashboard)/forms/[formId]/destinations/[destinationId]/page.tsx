import { Notice } from "#components/ui/notice";
import { BackLink } from "#components/ui/page";
import { notFound } from "#lib/core/errors";
import { kindLabel } from "#lib/destinations/kinds";
import { countFailed } from "#lib/submissions/failed-deliveries";
import { listFieldNames } from "#lib/submissions/list-field-names";
import type { Destination } from "#lib/webhooks/destination-schema";
import { type DestinationState, listDestinationStates } from "#lib/webhooks/destinations";
import { listDeliveryLog } from "#lib/webhooks/list-deliveries";
import { ListWebhookDeliveriesQuery } from "#lib/webhooks/schema";
import { readQuery, type SearchParams } from "../../../../../search-params";
import { pageSession, readOrNotFound } from "../../../../page-session";
import { DeliveriesCard } from "../../webhook/deliveries-card";
import { DestinationForm } from "../destination-form";

type DestinationPageProps = {
  params: Promise<{ formId: string; destinationId: string }>;
  searchParams: SearchParams;
};

export const metadata = { title: "Destination" };

export default async function DestinationPage({ params, searchParams }: DestinationPageProps) {
  const { ctx } = await pageSession();
  const { formId, destinationId } = await params;
  const query = await readQuery(ListWebhookDeliveriesQuery, searchParams);
  const destination = await readOrNotFound(destinationId, async () =>
    requireState(await listDestinationStates(ctx, formId), destinationId),
  );
  const [deliveries, failed, fieldNames] = await Promise.all([
    listDeliveryLog(ctx, formId, query, destinationId),
    countFailed(ctx, { formId, endpointId: destinationId }),
    listFieldNames(ctx, formId),
  ]);
  return (
    <>
      <BackLink href={`/forms/${formId}/destinations`} label="All destinations" />
      <div className="grid gap-6">
        <HealthNotice destination={destination} />
        <DestinationForm formId={formId} destination={destination} fieldNames={fieldNames} />
        <DeliveriesCard
          formId={formId}
          destinationId={destinationId}
          deliveries={deliveries}
          isFirstPage={!query.cursor}
          status={query.status}
          endpointId={destinationId}
          failed={failed}
          now={ctx.now.getTime()}
        />
      </div>
    </>
  );
}

/** @throws {AppError} not_found */
function requireState(destinations: readonly DestinationState[], id: string): DestinationState {
  const found = destinations.find((one) => one.id === id);
  if (!found) throw notFound();
  return found;
}

function HealthNotice({ destination }: { destination: Destination }) {
  const { enabled, health, kind } = destination;
  const label = kind === "webhook" ? "The endpoint" : kindLabel(kind);
  if (!enabled) return <Notice>This destination is off. Tests still send.</Notice>;
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
        This destination is failing: the last 3 attempts or more failed. The deliveries below show
        how {label} responded.
      </Notice>
    );
  return null;
}
