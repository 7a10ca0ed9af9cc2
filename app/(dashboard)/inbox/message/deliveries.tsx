import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { DeliveryBadge } from "#components/forms/badges";
import { BLOCKED_TEXTS } from "#components/forms/recipient-block.ts";
import { WEBHOOK_FAILURES } from "#components/forms/webhook-failures.ts";
import { Badge } from "#components/ui/badge";
import { lazyWithFallback, NotLoaded } from "#components/ui/lazy";
import { ExactTime, RelativeTime } from "#components/ui/relative-time";
import { countOf } from "#lib/core/count";
import type { EmailDelivery } from "#lib/domain/emails/schema";
import type { BlockedReason } from "#lib/domain/recipients/blocked-reason";
import type { InboxMessage } from "#lib/domain/submissions/inbox/inbox-schema";

/** Rarely needed, so it's only loaded if a delivery failed. */
const RetryEmail = lazyWithFallback(() => import("../../retry-email"), NotLoaded, {
  isRare: true,
  placeholder: <span className="h-8" />,
});
const RetryDelivery = lazyWithFallback(
  async () => ({
    default: (await import("../../retry-delivery")).RetryDelivery,
  }),
  NotLoaded,
  { isRare: true, placeholder: <span className="block h-8" /> },
);

const OUTCOME = {
  pending: "in progress",
  sent: "sent",
  failed: "failed",
  uncertain: "not confirmed",
} as const;

const PREFIXES: Readonly<Record<EmailDelivery["kind"], string>> = {
  notification: "",
  visitor_reply: "Auto-reply to ",
  confirmation: "Confirmation email to ",
  reply: "Reply to ",
};

export type DeliveriesProps = { opened: InboxMessage; refetch: () => Promise<unknown> };

export function Deliveries({ opened, refetch }: DeliveriesProps) {
  const { message, captured, blocked } = opened;
  if (message.deliveries.length === 0) return null;
  return (
    <ul className="divide-y rounded-md border bg-card shadow-card">
      {message.deliveries.map((delivery) => (
        <li key={delivery.id} className="grid gap-2 px-4 py-3">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 basis-48 break-all">
              {PREFIXES[delivery.kind]}
              {delivery.email}
            </span>
            <DeliveryState status={delivery.status} capturedId={captured[delivery.id]} />
          </p>
          <ol className="grid gap-1 text-muted-foreground empty:hidden">
            {attemptsToShow(delivery).map((attempt) => (
              <li key={attempt.id} className="text-xs leading-5">
                Attempt {attempt.number}
                {attempt.trigger === "manual" ? " (manual)" : ""} ·{" "}
                {attempt.outcome === "sent" && delivery.id in captured
                  ? "captured"
                  : OUTCOME[attempt.outcome]}{" "}
                · <ExactTime at={attempt.finishedAt ?? attempt.startedAt} />
                {attempt.error ? <span className="break-words"> · {attempt.error}</span> : null}
              </li>
            ))}
            <ProviderReport {...delivery} />
            {delivery.nextAttemptAt ? (
              <li className="text-xs leading-5">
                Next attempt <RelativeTime at={delivery.nextAttemptAt} isAhead />
              </li>
            ) : null}
          </ol>
          <BlockedReport reason={blocked[delivery.id]} />
          {canRetry(delivery) ? (
            <RetryEmail
              submissionId={message.id}
              deliveryId={delivery.id}
              email={delivery.email}
              isUncertain={delivery.status === "uncertain"}
              onDone={refetch}
            />
          ) : null}
        </li>
      ))}
    </ul>
  );
}

type DeliveryStateProps = {
  status: EmailDelivery["status"];
  /** Null once the captured email is deleted. Undefined for one that wasn't captured. */
  capturedId: string | null | undefined;
};

/** A captured email was stored in the test inbox instead of being sent. */
function DeliveryState({ status, capturedId }: DeliveryStateProps) {
  if (capturedId === undefined) return <DeliveryBadge status={status} />;
  if (capturedId === null)
    return (
      <Badge tone="accent" withDot>
        Captured
      </Badge>
    );
  return (
    <Link
      href={`/test-inbox/${capturedId}`}
      prefetch={false}
      title="Open the email in the test inbox"
      className="group rounded-sm"
    >
      <Badge tone="accent" withDot className="group-hover:border-primary/60">
        Captured
        <span className="sr-only"> (open the email in the test inbox)</span>
        <ChevronRight aria-hidden />
      </Badge>
    </Link>
  );
}

/** Returns the attempts to show, without a first attempt that succeeded. */
function attemptsToShow({ attempts, status }: EmailDelivery): EmailDelivery["attempts"] {
  return attempts.length === 1 && status === "sent" ? [] : attempts;
}

/** Auto-replies can't be retried manually. */
function canRetry({ kind, status }: EmailDelivery): boolean {
  return kind === "notification" && (status === "failed" || status === "uncertain");
}

const REPORTS: Readonly<
  Record<NonNullable<EmailDelivery["providerStatus"]>, { text: string; isBad: boolean }>
> = {
  delivered: { text: "Reached the mailbox", isBad: false },
  delayed: { text: "Delayed by the recipient’s server", isBad: false },
  bounced: { text: "Came back: the mailbox didn’t accept it", isBad: true },
  complained: { text: "Marked as spam by its reader", isBad: true },
};

type ReportProps = Pick<EmailDelivery, "providerStatus" | "providerReportedAt">;

function ProviderReport({ providerStatus, providerReportedAt }: ReportProps) {
  if (providerStatus === null) return null;
  const { text, isBad } = REPORTS[providerStatus];
  return (
    <li className={isBad ? "text-xs leading-5 text-destructive" : "text-xs leading-5"}>
      {text}
      {providerReportedAt === null ? null : (
        <>
          {" · "}
          <ExactTime at={providerReportedAt} />
        </>
      )}
    </li>
  );
}

function BlockedReport({ reason }: { reason: BlockedReason | undefined }) {
  if (!reason) return null;
  return (
    <p className="text-xs leading-5 text-pretty text-muted-foreground">
      {BLOCKED_TEXTS[reason]}{" "}
      <Link href="/recipients" prefetch={false} className="link">
        View recipients
      </Link>
    </p>
  );
}

function pageOf({ destination }: InboxMessage["events"][number]): string {
  return `integrations/${destination?.id ?? "webhook"}`;
}

function endpointName({ destination }: InboxMessage["events"][number]): string {
  return destination === null ? "Webhook" : destination.name;
}

export function WebhookEvents({ opened: { message, events }, refetch }: DeliveriesProps) {
  const { formId } = message;
  return (
    <ul className="divide-y rounded-md border bg-card shadow-card">
      {events.map((event) => (
        <li key={event.id}>
          <Link
            href={`/forms/${formId}/${pageOf(event)}/deliveries/${event.id}`}
            prefetch={false}
            className="flex items-center gap-3 px-4 py-3 hover:bg-accent/60 focus-visible:-outline-offset-2"
          >
            <span className="grid min-w-0 flex-1 gap-0.5">
              <bdi className="truncate">{endpointName(event)}</bdi>
              <span className="text-xs text-muted-foreground">
                <code className="font-mono">{event.type}</code>
                {" · "}
                {countOf(event.attemptCount, "attempt")}
                {event.lastAttemptAt ? (
                  <>
                    {" · last: "}
                    <RelativeTime at={event.lastAttemptAt} />
                  </>
                ) : null}
                {event.nextAttemptAt ? (
                  <>
                    {" · next: "}
                    <RelativeTime at={event.nextAttemptAt} isAhead />
                  </>
                ) : null}
                {event.failureReason ? (
                  <>
                    {" · "}
                    {WEBHOOK_FAILURES[event.failureReason]}
                  </>
                ) : null}
              </span>
            </span>
            <DeliveryBadge status={event.status} />
            <ChevronRight aria-hidden className="size-4 shrink-0 text-muted-foreground" />
          </Link>
          {event.retryAvailableAt === null || event.status === "delivered" ? null : (
            <div className="px-4 pb-3">
              <RetryDelivery
                formId={formId}
                deliveryId={event.id}
                destinationId={event.destination?.id ?? null}
                eventId={event.eventId}
                status={event.status}
                availableAt={event.retryAvailableAt}
                onDone={refetch}
              />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
