import Link from "next/link";
import { Notice } from "#components/ui/notice";
import { countFailed } from "#lib/submissions/failed-deliveries";
import { countDeliveries, listDeliveryLog } from "#lib/webhooks/list-deliveries";
import { ListWebhookDeliveriesQuery, type Webhook } from "#lib/webhooks/schema";
import { getWebhook, getWebhookState } from "#lib/webhooks/store";
import { readQuery, type SearchParams } from "../../../../search-params";
import { type FormParams, formMetadata, formPage } from "../read-form";
import { DeleteWebhook } from "./delete-webhook";
import { DeliveriesCard } from "./deliveries-card";
import { deletionLoss } from "./describe-deliveries";
import { EndpointCard } from "./endpoint-card";
import { WebhookSetup } from "./webhook-form";

type WebhookPageProps = { params: FormParams; searchParams: SearchParams };

export const generateMetadata = formMetadata((name) => `Webhook · ${name}`);

export default async function WebhookPage({ params, searchParams }: WebhookPageProps) {
  const { ctx, form } = await formPage(params);
  const { id } = form;
  const query = await readQuery(ListWebhookDeliveriesQuery, searchParams);
  const webhook = await getWebhook(ctx, id);
  const [state, deliveries, counts, failed] = await Promise.all([
    getWebhookState(ctx, id),
    listDeliveryLog(ctx, id, query),
    countDeliveries(ctx, id),
    webhook ? countFailed(ctx, { formId: id, endpointId: webhook.id }) : null,
  ]);
  const lastTestAt = deliveries.data.find(({ type }) => type === "webhook.test")?.createdAt;
  return (
    <WebhookSetup formId={id}>
      {webhook && state && failed ? (
        <div className="grid gap-6">
          <HealthNotice formId={id} webhook={webhook} />
          <EndpointCard
            formId={id}
            webhook={webhook}
            state={state}
            counts={counts}
            lastTestAt={lastTestAt}
          />
          <DeliveriesCard
            formId={id}
            destinationId={null}
            deliveries={deliveries}
            isFirstPage={!query.cursor}
            status={query.status}
            endpointId={webhook.id}
            failed={failed}
            now={ctx.now.getTime()}
          />
          <DeleteWebhook formId={id} deletionLoss={deletionLoss(counts)} />
        </div>
      ) : null}
    </WebhookSetup>
  );
}

function HealthNotice({ formId, webhook }: { formId: string; webhook: Webhook }) {
  const test = (
    <Link href={`/forms/${formId}/webhook/test`} className="link">
      Run the guided test
    </Link>
  );
  if (!webhook.enabled)
    return (
      <Notice>
        The webhook is off. Submissions don’t trigger events, but test events still send.
      </Notice>
    );
  if (webhook.health === "suspended")
    return (
      <Notice tone="danger">
        The webhook is suspended because the endpoint responded with 410 Gone or has been failing
        for 5 days. New events are marked as failed, and you can retry them. {test} to see why. To
        resume, send a successful test event or save the webhook.
      </Notice>
    );
  if (webhook.health === "failing")
    return (
      <Notice tone="warning">
        The endpoint is failing: the last 3 attempts or more failed. {test} to see what to fix.
      </Notice>
    );
  return null;
}
