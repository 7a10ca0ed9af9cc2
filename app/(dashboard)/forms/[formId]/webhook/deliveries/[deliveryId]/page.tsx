import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { Badge } from "#components/ui/badge";
import { Card, CardContent, CardHeader, CardTitle } from "#components/ui/card";
import { CodeBlock, CopyField } from "#components/ui/code";
import { ExactTime, RelativeTime } from "#components/ui/relative-time";
import { getWebhookDelivery } from "#lib/webhooks/list-deliveries";
import type { WebhookDelivery } from "#lib/webhooks/schema";
import { pageSession, readOrNotFound } from "../../../../../page-session";
import { retryDeliveryAction } from "../../actions";
import { AwaitDeliveries } from "../../await-deliveries";
import { describeReason, EVENT, isUnderWay, STATUS } from "../../delivery-words";
import { RetryDelivery } from "../../retry-delivery";
import { Attempts } from "./attempts";

export const metadata: Metadata = { title: "Delivery" };

type DeliveryPageProps = { params: Promise<{ formId: string; deliveryId: string }> };

export default async function DeliveryPage({ params }: DeliveryPageProps) {
  const { ctx } = await pageSession();
  const { formId, deliveryId } = await params;
  const delivery = await readOrNotFound(deliveryId, () =>
    getWebhookDelivery(ctx, formId, deliveryId),
  );
  return (
    <div className="grid gap-6">
      <Summary formId={formId} delivery={delivery}>
        {delivery.retryAvailableAt === null ? null : (
          <RetryDelivery
            availableAt={delivery.retryAvailableAt}
            eventId={delivery.eventId}
            retry={retryDeliveryAction.bind(null, formId, delivery.id)}
          />
        )}
      </Summary>
      <Attempts attempts={delivery.attempts} />
      <Card>
        <CardHeader>
          <CardTitle>Payload</CardTitle>
        </CardHeader>
        <CardContent>
          <CodeBlock
            code={JSON.stringify(delivery.payload, null, 2)}
            title="JSON"
            what="payload"
            className="[&>section]:max-h-[32rem] [&>section]:overflow-y-auto"
          />
        </CardContent>
      </Card>
      {isUnderWay(delivery) ? <AwaitDeliveries /> : null}
    </div>
  );
}

type SummaryProps = { formId: string; delivery: WebhookDelivery; children: ReactNode };

function Summary({ formId, delivery, children }: SummaryProps) {
  const { label, tone } = STATUS[delivery.status];
  const reason = describeReason(delivery);
  return (
    <Card>
      <CardHeader className="pb-4">
        <div className="min-w-0 flex-1 basis-64">
          <p className="mb-2">
            <Link href={`/forms/${formId}/webhook`} className="link">
              All deliveries
            </Link>
          </p>
          <div className="flex flex-wrap items-center gap-3">
            <CardTitle>{EVENT[delivery.type]}</CardTitle>
            <Badge tone={tone} withDot>
              {label}
            </Badge>
          </div>
          <p className="mt-1 text-pretty text-muted-foreground">
            {reason ? `${reason} ` : ""}Made <ExactTime at={delivery.createdAt} />
            {delivery.nextAttemptAt && delivery.status === "retrying" ? (
              <>
                , next attempt <RelativeTime at={delivery.nextAttemptAt} isAhead />
              </>
            ) : null}
            .
          </p>
        </div>
        {children}
      </CardHeader>
      <CardContent className="grid gap-4 pt-0 sm:pt-0 md:grid-cols-2">
        <div className="grid content-start gap-1.5">
          <h3 className="font-medium">Event</h3>
          <CopyField value={delivery.eventId} what="event id" />
          <p className="text-pretty text-muted-foreground">
            The same at every attempt: receivers drop repeats by it.
          </p>
        </div>
        <div className="grid content-start gap-1.5">
          <h3 className="font-medium">Delivery</h3>
          <CopyField value={delivery.id} what="delivery id" />
          <p className="text-pretty text-muted-foreground">What the API calls this record.</p>
        </div>
        {delivery.submissionId ? (
          <div className="grid content-start gap-1.5">
            <h3 className="font-medium">Message</h3>
            <CopyField value={delivery.submissionId} what="message id" />
            <p>
              <Link
                href={`/inbox?folder=all&message=${delivery.submissionId}`}
                className="link"
                prefetch={false}
              >
                Open the message
              </Link>
            </p>
          </div>
        ) : null}
      </CardContent>
    </Card>
  );
}
