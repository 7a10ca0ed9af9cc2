import { ListChecks } from "lucide-react";
import Link from "next/link";
import { WebhookHealthBadge } from "#components/forms/badges";
import { ButtonLink } from "#components/ui/button";
import { CopyButton } from "#components/ui/copy-button";
import { Notice } from "#components/ui/notice";
import { countDeliveries, listWebhookDeliveries } from "#lib/webhooks/list-deliveries";
import {
  ListWebhookDeliveriesQuery,
  type Webhook,
  type WebhookDeliveryItem,
} from "#lib/webhooks/schema";
import { getWebhook } from "#lib/webhooks/store";
import { readQuery, type SearchParams } from "../../../../search-params";
import { type FormParams, formMetadata, formPage } from "../read-form";
import { DeliveriesCard } from "./deliveries-card";
import { SendTest } from "./delivery-buttons";
import { changeWarning, deletionLoss, rotationLoss } from "./describe-deliveries";
import { WebhookDangerZone } from "./webhook-danger-zone";
import { WebhookForm, WebhookSetup } from "./webhook-form";

type WebhookPageProps = { params: FormParams; searchParams: SearchParams };

export const generateMetadata = formMetadata((name) => `Webhook · ${name}`);

export default async function WebhookPage({ params, searchParams }: WebhookPageProps) {
  const { ctx, form } = await formPage(params);
  const { id } = form;
  const query = await readQuery(ListWebhookDeliveriesQuery, searchParams);
  const [webhook, deliveries, counts] = await Promise.all([
    getWebhook(ctx, id),
    listWebhookDeliveries(ctx, id, query),
    countDeliveries(ctx, id),
  ]);
  return (
    <WebhookSetup formId={id}>
      {webhook ? (
        <div className="grid gap-6">
          <HealthNotice formId={id} webhook={webhook} />
          <EndpointBar formId={id} webhook={webhook} deliveries={deliveries.data} />
          <DeliveriesCard formId={id} deliveries={deliveries} isFirstPage={!query.cursor} />
          <WebhookForm formId={id} webhook={webhook} warning={changeWarning(counts)} />
          <WebhookDangerZone
            formId={id}
            revision={webhook.revision}
            rotationLoss={rotationLoss(counts)}
            deletionLoss={deletionLoss(counts)}
          />
        </div>
      ) : null}
    </WebhookSetup>
  );
}

type EndpointBarProps = {
  formId: string;
  webhook: Webhook;
  deliveries: readonly WebhookDeliveryItem[];
};

function EndpointBar({ formId, webhook, deliveries }: EndpointBarProps) {
  const lastTest = deliveries.find(({ type }) => type === "webhook.test");
  return (
    <div className="flex flex-wrap items-center gap-3">
      <WebhookHealthBadge webhook={webhook} />
      <div className="flex min-w-0 flex-1 basis-48 items-center gap-1">
        <p className="min-w-0 truncate font-mono text-xs" title={webhook.url}>
          {webhook.url}
        </p>
        <CopyButton text={webhook.url} what="endpoint URL" />
      </div>
      <SendTest formId={formId} lastTestAt={lastTest?.createdAt} />
      <ButtonLink href={`/forms/${formId}/webhook/test`} variant="outline">
        <ListChecks aria-hidden />
        Run guided test
      </ButtonLink>
    </div>
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
        The endpoint is failing: 3 events in a row used up all attempts. {test} to see what to fix.
      </Notice>
    );
  return null;
}
