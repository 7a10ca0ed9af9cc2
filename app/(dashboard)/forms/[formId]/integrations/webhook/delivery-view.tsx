import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import Link from "next/link";
import { DeliveryBadge } from "#components/forms/badges";
import { Card, CardContent, CardHeader, CardTitle } from "#components/ui/card";
import { cn } from "#components/ui/cn.ts";
import { CodeBlock, LabeledCopy } from "#components/ui/code";
import { BackLink } from "#components/ui/page";
import { ExactTime, RelativeTime } from "#components/ui/relative-time";
import { formatCount } from "#lib/core/count";
import { getWebhookDelivery } from "#lib/domain/endpoints/list-deliveries";
import type { WebhookAttempt, WebhookDelivery } from "#lib/domain/endpoints/schema";
import { pageSession, readOrNotFound } from "../../../../page-session";
import { RetryDelivery } from "../../../../retry-delivery";
import { integrationPath, type Owner } from "../endpoint-path";
import { EVENT_TITLES, explainNoRetry, OUTCOME } from "./describe-deliveries";
import { RefreshDeliveries } from "./refresh-deliveries";

type DeliveryViewProps = Owner & { deliveryId: string };

export async function DeliveryView({ deliveryId, ...owner }: DeliveryViewProps) {
  const { ctx } = await pageSession();
  const { formId, destinationId } = owner;
  const delivery = await readOrNotFound(deliveryId, () =>
    getWebhookDelivery(ctx, formId, deliveryId, destinationId),
  );
  return (
    <>
      <BackLink href={integrationPath(owner)} label="All deliveries" />
      <div className="grid gap-6">
        <Summary {...owner} delivery={delivery} />
        <Card>
          <CardHeader title="Attempts" />
          <CardContent>
            {delivery.attempts.length === 0 ? (
              <p className="text-muted-foreground">No attempts yet.</p>
            ) : (
              <ol className="grid gap-6">
                {delivery.attempts.map((attempt) => (
                  <Attempt key={attempt.id} attempt={attempt} />
                ))}
              </ol>
            )}
          </CardContent>
        </Card>
        <Card>
          <CardHeader title="Payload" />
          <CardContent>
            <CodeBlock
              code={JSON.stringify(delivery.payload, null, 2)}
              title="JSON"
              what="payload"
              className="[&>section]:max-h-[32rem] [&>section]:overflow-y-auto"
            />
          </CardContent>
        </Card>
        {/* Details for support and the API, so they come last. */}
        <Card>
          <CardHeader title="IDs" />
          <CardContent className="grid gap-4 md:grid-cols-2">
            <LabeledCopy title="Event ID" value={delivery.eventId} what="event ID">
              Stays the same across retries. Use it to deduplicate.
            </LabeledCopy>
            <LabeledCopy title="Delivery ID" value={delivery.id} what="delivery ID">
              Use this ID in the API.
            </LabeledCopy>
            {delivery.submissionId ? (
              <LabeledCopy title="Message ID" value={delivery.submissionId} what="message ID">
                The message that the event is about.
              </LabeledCopy>
            ) : null}
          </CardContent>
        </Card>
        <RefreshDeliveries deliveries={[delivery]} now={ctx.now.getTime()} />
      </div>
    </>
  );
}

type SummaryProps = Owner & { delivery: WebhookDelivery };

function Summary({ delivery, ...owner }: SummaryProps) {
  const reason = explainNoRetry(delivery);
  return (
    <Card>
      <CardHeader className="pb-4 sm:pb-6">
        <div className="min-w-0 flex-1 basis-64">
          <div className="flex flex-wrap items-center gap-3">
            <CardTitle>{EVENT_TITLES[delivery.type]}</CardTitle>
            <DeliveryBadge status={delivery.status} />
          </div>
          <p className="mt-1 text-pretty text-muted-foreground">
            <code className="font-mono text-xs">{delivery.type}</code>
            {" · "}
            {reason ? `${reason} ` : ""}Created <ExactTime at={delivery.createdAt} />
            {delivery.nextAttemptAt && delivery.status === "retrying" ? (
              <>
                , next attempt <RelativeTime at={delivery.nextAttemptAt} isAhead />
              </>
            ) : null}
            .
          </p>
          {delivery.submissionId ? (
            <p className="mt-1">
              <Link href={`/inbox/${delivery.submissionId}`} className="link" prefetch={false}>
                Open message
              </Link>
            </p>
          ) : null}
        </div>
        <RetryDelivery
          {...owner}
          deliveryId={delivery.id}
          eventId={delivery.eventId}
          status={delivery.status}
          availableAt={delivery.retryAvailableAt}
        />
      </CardHeader>
    </Card>
  );
}

function iconOf(outcome: WebhookAttempt["outcome"]) {
  if (outcome === "succeeded") return { Icon: CircleCheck, look: "text-success" };
  if (outcome === "pending")
    return { Icon: CircleDashed, look: "animate-spin text-muted-foreground" };
  return { Icon: CircleX, look: "text-destructive" };
}

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const { number, trigger, outcome, responseStatus, responseBody, durationMs, error } = attempt;
  const { Icon, look } = iconOf(outcome);
  return (
    <li className="flex gap-3">
      <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", look)} />
      <div className="grid min-w-0 flex-1 gap-2">
        <div>
          <p className="font-medium">
            {OUTCOME[outcome]}
            {responseStatus === null ? "" : ` (${responseStatus})`}
          </p>
          <p className="tabular text-muted-foreground">
            Attempt {number} ({trigger}) · <ExactTime at={attempt.startedAt} />
            {durationMs === null ? "" : ` · ${formatCount(durationMs)} ms`}
          </p>
          {error ? <p className="mt-1 text-pretty break-words">{error}</p> : null}
        </div>
        {responseBody ? (
          <CodeBlock
            code={responseBody}
            title={attempt.responseTruncated ? "Response (first 16 KB)" : "Response"}
            what={`response to attempt ${number}`}
            className="[&>section]:max-h-60 [&>section]:overflow-y-auto"
          />
        ) : null}
      </div>
    </li>
  );
}
