import { OutgoingOff } from "#components/forms/outgoing-off";
import { Card } from "#components/ui/card";
import { MAX_DESTINATIONS } from "#lib/domain/endpoints/destination-schema";
import { listIntegrations } from "#lib/domain/endpoints/destinations";
import { type FormParams, formMetadata, formPage } from "../read-form";
import { AddIntegration } from "./add-integration";
import { IntegrationRow } from "./integration-row";
import { describeProblem } from "./webhook/describe-deliveries";
import { RefreshDeliveries } from "./webhook/refresh-deliveries";

export const generateMetadata = formMetadata((name) => `Integrations · ${name}`);

export default async function IntegrationsPage({ params }: { params: FormParams }) {
  const { ctx, form } = await formPage(params);
  const integrations = await listIntegrations(ctx, form.id);
  const latest = integrations.flatMap((integration) => integration.latest ?? []);
  const hasWebhook = integrations.some(({ isFormWebhook }) => isFormWebhook);
  const destinationCount = integrations.length - (hasWebhook ? 1 : 0);
  return (
    <div className="grid grid-cols-1 gap-6">
      <OutgoingOff />
      <Card className="has-[ul:empty]:hidden">
        <ul className="divide-y">
          {integrations.map((integration) => (
            <IntegrationRow
              key={integration.id}
              formId={form.id}
              integration={integration}
              problem={integration.latest && describeProblem(integration.latest)}
            />
          ))}
        </ul>
      </Card>
      {destinationCount < MAX_DESTINATIONS ? (
        <AddIntegration formId={form.id} hasWebhook={hasWebhook} />
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
