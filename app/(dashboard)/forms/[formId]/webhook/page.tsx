import Link from "next/link";
import { Notice } from "#components/ui/notice";
import { listDeliveryLog } from "#lib/webhooks/delivery-log";
import { countDeliveries } from "#lib/webhooks/list-deliveries";
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
  const [webhook, state, deliveries, counts] = await Promise.all([
    getWebhook(ctx, id),
    getWebhookState(ctx, id),
    listDeliveryLog(ctx, id, query),
    countDeliveries(ctx, id),
  ]);
  const lastTestAt = deliveries.data.find(({ type }) => type === "webhook.test")?.createdAt;
  return (
    <WebhookSetup formId={id}>
      {webhook && state ? (
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
        for 5 days. New events are marked as failed, and you can retry them. {test} to see why. A
        successful test event or any save resumes it.
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
