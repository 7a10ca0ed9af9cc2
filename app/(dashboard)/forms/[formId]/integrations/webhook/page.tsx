import { ListChecks } from "lucide-react";
import Link from "next/link";
import { redirect } from "next/navigation";
import { ActionRow } from "#components/form/confirm-action";
import { WebhookHealth } from "#components/forms/badges";
import { OutgoingOff } from "#components/forms/outgoing-off";
import { ButtonLink } from "#components/ui/button";
import { Card, CardHeader, CardTitle } from "#components/ui/card";
import { CopyButton } from "#components/ui/copy-button";
import { Notice } from "#components/ui/notice";
import { BackLink } from "#components/ui/page";
import { countDeliveries, listDeliveryLog } from "#lib/domain/endpoints/list-deliveries";
import { ListWebhookDeliveriesQuery, type Webhook } from "#lib/domain/endpoints/schema";
import { getWebhook, getWebhookState } from "#lib/domain/endpoints/store";
import { countFailed } from "#lib/domain/submissions/failed-deliveries";
import { readQuery, type SearchParams } from "../../../../../search-params";
import { type FormParams, formMetadata, formPage } from "../../read-form";
import { deleteWebhookAction } from "./actions";
import { DeliveriesCard } from "./deliveries-card";
import { SendTest } from "./delivery-buttons";
import { changeWarning, deletionLoss, rotationLoss } from "./describe-deliveries";
import { RotateSecret, WebhookForm } from "./webhook-form";

type WebhookPageProps = { params: FormParams; searchParams: SearchParams };

export const generateMetadata = formMetadata((name) => `Webhook · ${name}`);

export default async function WebhookPage({ params, searchParams }: WebhookPageProps) {
  const { ctx, form } = await formPage(params);
  const { id } = form;
  const query = await readQuery(ListWebhookDeliveriesQuery, searchParams);
  const [webhook, state] = await Promise.all([getWebhook(ctx, id), getWebhookState(ctx, id)]);
  if (!webhook || !state) redirect(`/forms/${id}/integrations`);
  const [deliveries, counts, failed] = await Promise.all([
    listDeliveryLog(ctx, id, query),
    countDeliveries(ctx, id),
    countFailed(ctx, { formId: id, endpointId: webhook.id }),
  ]);
  const lastTest = deliveries.data.find(({ type }) => type === "webhook.test");
  const loss = deletionLoss(counts);
  return (
    <>
      <BackLink href={`/forms/${id}/integrations`} label="Integrations" />
      <div className="grid gap-6">
        <OutgoingOff />
        <HealthNotice formId={id} webhook={webhook} />
        <Card>
          <CardHeader>
            <div className="flex-1 basis-64">
              <div className="flex flex-wrap items-center gap-x-3">
                <CardTitle>Endpoint</CardTitle>
                <WebhookHealth webhook={state} />
              </div>
              <div className="flex items-center gap-1">
                <p className="min-w-0 truncate font-mono text-xs" title={webhook.url}>
                  {webhook.url}
                </p>
                <CopyButton text={webhook.url} what="endpoint URL" />
              </div>
            </div>
            <div className="flex flex-wrap gap-3">
              <SendTest formId={id} destinationId={null} lastTestAt={lastTest?.createdAt ?? null} />
              <ButtonLink variant="outline" href={`/forms/${id}/integrations/webhook/test`}>
                <ListChecks aria-hidden />
                Run guided test
              </ButtonLink>
            </div>
          </CardHeader>
          <div className="mt-4 divide-y border-t">
            <RotateSecret
              formId={id}
              revision={webhook.revision}
              rotationLoss={rotationLoss(counts)}
            />
            <WebhookForm formId={id} webhook={webhook} warning={changeWarning(counts)} />
          </div>
        </Card>
        <DeliveriesCard
          formId={id}
          destinationId={null}
          deliveries={deliveries}
          query={query}
          endpointId={webhook.id}
          failed={failed}
          now={ctx.now.getTime()}
        />
        <Card>
          <ActionRow
            heading="Delete webhook"
            text={loss}
            isDeletion
            title="Delete webhook?"
            confirmLabel="Delete webhook"
            action={deleteWebhookAction.bind(null, id)}
          >
            <p>{loss} Messages aren’t affected.</p>
          </ActionRow>
        </Card>
      </div>
    </>
  );
}

function HealthNotice({ formId, webhook }: { formId: string; webhook: Webhook }) {
  const test = (
    <Link href={`/forms/${formId}/integrations/webhook/test`} className="link">
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
    return <Notice tone="warning">Events aren’t arriving. {test} to see what to fix.</Notice>;
  return null;
}
