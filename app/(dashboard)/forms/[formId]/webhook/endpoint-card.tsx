import { ListChecks } from "lucide-react";
import { WebhookHealth } from "#components/forms/badges";
import { ButtonLink } from "#components/ui/button";
import { Card, CardHeader, CardTitle } from "#components/ui/card";
import { CopyButton } from "#components/ui/copy-button";
import type { DeliveryCounts } from "#lib/webhooks/list-deliveries";
import type { Webhook } from "#lib/webhooks/schema";
import type { WebhookState } from "#lib/webhooks/store";
import { SendTest } from "./delivery-buttons";
import { changeWarning, rotationLoss } from "./describe-deliveries";
import { RotateSecret } from "./rotate-secret";
import { WebhookForm } from "./webhook-form";

type EndpointCardProps = {
  formId: string;
  webhook: Webhook;
  state: WebhookState;
  counts: DeliveryCounts;
  /** Epoch milliseconds. */
  lastTestAt: number | undefined;
};

/** The endpoint: its status and tests, its settings, and its secret. */
export function EndpointCard(props: EndpointCardProps) {
  const { formId, webhook, state, counts, lastTestAt } = props;
  return (
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
          <SendTest formId={formId} lastTestAt={lastTestAt} />
          <ButtonLink variant="outline" href={`/forms/${formId}/webhook/test`}>
            <ListChecks aria-hidden />
            Run guided test
          </ButtonLink>
        </div>
      </CardHeader>
      <div className="mt-4 divide-y border-t">
        <RotateSecret
          formId={formId}
          revision={webhook.revision}
          rotationLoss={rotationLoss(counts)}
        />
        <WebhookForm formId={formId} webhook={webhook} warning={changeWarning(counts)} />
      </div>
    </Card>
  );
}
