import { ListChecks } from "lucide-react";
import type { Metadata } from "next";
import { WebhookHealthBadge } from "#components/forms/webhook-health-badge";
import { ButtonLink } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { CopyButton } from "#components/ui/copy-button";
import { countDeliveries, listWebhookDeliveries } from "#lib/webhooks/list-deliveries";
import {
  ListWebhookDeliveriesQuery,
  type Webhook,
  type WebhookDeliveryItem,
} from "#lib/webhooks/schema";
import { getWebhook } from "#lib/webhooks/store";
import { readQuery } from "../../../../read-query";
import type { SearchParams } from "../../../../search-params";
import { pageSession } from "../../../page-session";
import { type FormParams, readForm } from "../read-form";
import {
  deleteWebhookAction,
  retryDeliveryAction,
  rotateSecretAction,
  saveWebhookAction,
  testWebhookAction,
} from "./actions";
import { DeleteWebhook } from "./delete-webhook";
import { DeliveriesCard } from "./deliveries-card";
import { HealthNotice } from "./health-notice";
import { changeWarning, deletionLoss, rotationLoss } from "./loss-words";
import { RotateSecret } from "./rotate-secret";
import { SendTest } from "./send-test";
import { WebhookForm } from "./webhook-form";
import { WebhookSetup } from "./webhook-setup";

type WebhookPageProps = { params: FormParams; searchParams: SearchParams };

export async function generateMetadata({ params }: { params: FormParams }): Promise<Metadata> {
  return { title: `Webhook of ${(await readForm((await params).formId)).name}` };
}

export default async function WebhookPage({ params, searchParams }: WebhookPageProps) {
  const { ctx } = await pageSession();
  const { id } = await readForm((await params).formId);
  const query = await readQuery(ListWebhookDeliveriesQuery, searchParams);
  const [webhook, deliveries, counts] = await Promise.all([
    getWebhook(ctx, id),
    listWebhookDeliveries(ctx, id, query),
    countDeliveries(ctx, id),
  ]);
  const save = saveWebhookAction.bind(null, id);
  const keepAs = `webhook-${id}`;
  return (
    <WebhookSetup keepAs={keepAs} create={save}>
      {webhook ? (
        <div className="grid gap-6">
          <HealthNotice formId={id} webhook={webhook} />
          <Receiver formId={id} webhook={webhook} deliveries={deliveries.data} />
          <DeliveriesCard
            formId={id}
            deliveries={deliveries}
            isFirstPage={query.cursor === undefined}
            retry={retryDeliveryAction.bind(null, id)}
          />
          <WebhookForm
            webhook={webhook}
            warning={changeWarning(counts)}
            keepAs={keepAs}
            action={save}
          />
          <Card className="divide-y">
            <div className="p-4 sm:px-6">
              <RotateSecret
                lost={rotationLoss(counts)}
                revision={webhook.revision}
                rotate={rotateSecretAction.bind(null, id)}
              />
            </div>
            <div className="p-4 sm:px-6">
              <DeleteWebhook
                lost={deletionLoss(counts)}
                action={deleteWebhookAction.bind(null, id)}
              />
            </div>
          </Card>
        </div>
      ) : null}
    </WebhookSetup>
  );
}

type ReceiverProps = {
  formId: string;
  webhook: Webhook;
  deliveries: readonly WebhookDeliveryItem[];
};

function Receiver({ formId, webhook, deliveries }: ReceiverProps) {
  const lastTest = deliveries.find(({ type }) => type === "webhook.test");
  return (
    <div className="flex flex-wrap items-center gap-3">
      <WebhookHealthBadge webhook={webhook} />
      <div className="flex min-w-0 flex-1 basis-48 items-center gap-1">
        <p className="min-w-0 truncate font-mono text-xs" title={webhook.url}>
          {webhook.url}
        </p>
        <CopyButton text={webhook.url} what="receiver address" />
      </div>
      <SendTest
        lastTestAt={lastTest?.createdAt ?? null}
        send={testWebhookAction.bind(null, formId)}
      />
      <ButtonLink href={`/forms/${formId}/webhook/test`} variant="outline">
        <ListChecks aria-hidden />
        Guided test
      </ButtonLink>
    </div>
  );
}
