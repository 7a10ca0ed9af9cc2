import { Card } from "#components/ui/card";
import { MAX_DESTINATIONS } from "#lib/domain/endpoints/destination-schema";
import { listDestinationStates } from "#lib/domain/endpoints/destinations";
import { type FormParams, formMetadata, formPage } from "../read-form";
import { describeProblem } from "../webhook/describe-deliveries";
import { RefreshDeliveries } from "../webhook/refresh-deliveries";
import { AddDestination } from "./add-destination";
import { DestinationRow } from "./destination-row";

export const generateMetadata = formMetadata((name) => `Destinations · ${name}`);

export default async function DestinationsPage({ params }: { params: FormParams }) {
  const { ctx, form } = await formPage(params);
  const destinations = await listDestinationStates(ctx, form.id);
  const latest = destinations.flatMap((destination) => destination.latest ?? []);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Card className="has-[ul:empty]:hidden">
        <ul className="divide-y">
          {destinations.map((destination) => (
            <DestinationRow
              key={destination.id}
              formId={form.id}
              destination={destination}
              problem={destination.latest && describeProblem(destination.latest)}
            />
          ))}
        </ul>
      </Card>
      {destinations.length < MAX_DESTINATIONS ? (
        <AddDestination formId={form.id} />
      ) : (
        <p className="text-muted-foreground">
          This form has {MAX_DESTINATIONS} destinations, which is the limit. Remove one to add
          another.
        </p>
      )}
      <RefreshDeliveries deliveries={latest} now={ctx.now.getTime()} />
    </div>
  );
}
