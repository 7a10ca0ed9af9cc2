import { SearchX, Webhook as WebhookIcon } from "lucide-react";
import Link from "next/link";
import { DeliveryBadge } from "#components/forms/badges";
import { senderOf } from "#components/inbox/sender.ts";
import { ButtonLink } from "#components/ui/button";
import { Card, CardHeader } from "#components/ui/card";
import { cn } from "#components/ui/cn.ts";
import { EmptyState } from "#components/ui/empty-state";
import { Pager } from "#components/ui/page";
import { RelativeTime } from "#components/ui/relative-time";
import { countOf, formatCount } from "#lib/core/count";
import type { Page } from "#lib/core/cursor";
import type { DeliveryLogEntry } from "#lib/domain/endpoints/list-deliveries";
import type { ListWebhookDeliveriesQuery } from "#lib/domain/endpoints/schema";
import type { FailedCounts } from "#lib/domain/submissions/failed-deliveries";
import { RetryAll } from "../../../../retry-all";
import { RetryDelivery } from "../../../../retry-delivery";
import { integrationPath, type Owner } from "../endpoint-path";
import { ReplayMissed } from "./delivery-buttons";
import { DeliveryFilter } from "./delivery-filter";
import { explainNoRetry, OUTCOME } from "./describe-deliveries";
import { RefreshDeliveries } from "./refresh-deliveries";

type DeliveriesCardProps = Owner & {
  deliveries: Page<DeliveryLogEntry>;
  query: ListWebhookDeliveriesQuery;
  /** The endpoint that gets the events, and how many of them failed. */
  endpointId: string;
  failed: FailedCounts;
  now: number;
};

export function DeliveriesCard(props: DeliveriesCardProps) {
  const { formId, destinationId, deliveries, query, endpointId, failed, now } = props;
  const { status } = query;
  const path = integrationPath(props);
  const isUsed = deliveries.data.length > 0 || status !== undefined;
  return (
    <div className="grid gap-4">
      <Card>
        <CardHeader title="Deliveries" className="items-center border-b pb-4">
          {isUsed ? <DeliveryFilter path={path} status={status ?? ""} /> : null}
          {failed.failed + failed.retrying > 0 ? (
            <RetryAll filter={{ formId, endpointId }} counts={failed} />
          ) : null}
          {deliveries.data.some(isMissed) ? (
            <ReplayMissed formId={formId} destinationId={destinationId} />
          ) : null}
        </CardHeader>
        {deliveries.data.length === 0 && status ? (
          <EmptyState
            icon={SearchX}
            title="Nothing matches"
            action={
              <ButtonLink href={path} variant="outline" scroll={false}>
                Show all
              </ButtonLink>
            }
          />
        ) : deliveries.data.length === 0 ? (
          <EmptyState
            icon={WebhookIcon}
            title={destinationId === null ? "No events yet" : "Nothing sent yet"}
          >
            {destinationId === null
              ? "Send a test event or wait for a submission. Events and your endpoint’s responses appear here."
              : "Send a test or wait for a message. What was sent, and the responses, appear here."}
          </EmptyState>
        ) : (
          <ul className="divide-y">
            {deliveries.data.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                formId={formId}
                destinationId={destinationId}
                delivery={delivery}
              />
            ))}
          </ul>
        )}
      </Card>
      <Pager
        path={path}
        filter={{ status }}
        cursor={query.cursor}
        nextCursor={deliveries.nextCursor}
      />
      <RefreshDeliveries deliveries={deliveries.data} now={now} />
    </div>
  );
}

/** Returns whether no more attempts are made, although the message hasn’t arrived. */
function isMissed({ type, status }: DeliveryLogEntry): boolean {
  return type !== "webhook.test" && (status === "cancelled" || status === "failed");
}

function DeliveryRow({ delivery, ...owner }: Owner & { delivery: DeliveryLogEntry }) {
  const { id, eventId, type, status, sender, lastAttempt } = delivery;
  const isTest = type === "webhook.test";
  const duration = lastAttempt?.durationMs ?? null;
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 transition-colors hover:bg-accent/50 sm:px-6 md:flex-nowrap">
      <span className="w-24 shrink-0">
        <DeliveryBadge status={status} />
      </span>
      <ResponseStatus lastAttempt={lastAttempt} />
      <p className="flex min-w-0 flex-1 gap-x-3 max-md:order-1 max-md:basis-full max-md:flex-wrap">
        <Link
          href={`${integrationPath(owner)}/deliveries/${id}`}
          prefetch={false}
          className="stretched-link min-w-0 truncate font-medium"
        >
          {/* Comes first, because after a long name, it would be rendered too far right and widen
              the page. */}
          <span className="sr-only">
            {type}, event {eventId},{" "}
          </span>
          {sender ? <bdi>{senderOf(sender)}</bdi> : isTest ? "Test event" : "Deleted message"}
        </Link>
        <Progress delivery={delivery} />
      </p>
      <span className="relative shrink-0 empty:hidden max-md:order-2">
        <RetryDelivery
          {...owner}
          deliveryId={id}
          eventId={eventId}
          status={status}
          availableAt={delivery.retryAvailableAt}
        />
      </span>
      <span className="tabular shrink-0 text-right text-muted-foreground md:w-20">
        {duration === null ? "" : `${formatCount(duration)} ms`}
      </span>
      <RelativeTime
        at={delivery.createdAt}
        className="shrink-0 text-right text-muted-foreground max-md:ml-auto md:w-24"
      />
    </li>
  );
}

function ResponseStatus({ lastAttempt }: Pick<DeliveryLogEntry, "lastAttempt">) {
  const status = lastAttempt?.responseStatus ?? null;
  const isAccepted = lastAttempt?.outcome === "succeeded";
  return (
    <span
      className={cn(
        "tabular w-9 shrink-0 font-mono text-xs",
        status !== null && !isAccepted ? "text-destructive" : "text-muted-foreground",
      )}
    >
      {status === null ? (
        <>
          <span aria-hidden>–</span>
          <span className="sr-only">no response</span>
        </>
      ) : (
        <>
          <span className="sr-only">status </span>
          {status}
        </>
      )}
    </span>
  );
}

/** Shows the progress of a delivery after its first attempt. */
function Progress({ delivery }: { delivery: DeliveryLogEntry }) {
  const { attemptCount, lastAttempt, nextAttemptAt, status } = delivery;
  const problem =
    explainNoRetry(delivery) ??
    (lastAttempt && lastAttempt.responseStatus === null && status === "retrying"
      ? `${OUTCOME[lastAttempt.outcome]}.`
      : null);
  const parts = [problem, attemptCount > 1 ? countOf(attemptCount, "attempt") : null];
  const isWaiting = nextAttemptAt !== null && status === "retrying";
  return (
    <span className="shrink-0 text-muted-foreground empty:hidden md:max-w-2/3 md:truncate">
      {parts.filter((part) => part !== null).join(" · ")}
      {isWaiting ? (
        <>
          {parts.some((part) => part !== null) ? " · next " : "Next attempt "}
          <RelativeTime at={nextAttemptAt} isAhead />
        </>
      ) : null}
    </span>
  );
}
