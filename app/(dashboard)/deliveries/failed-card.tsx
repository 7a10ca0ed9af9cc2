import { SearchX } from "lucide-react";
import Link from "next/link";
import { DeliveryBadge } from "#components/forms/badges";
import { WEBHOOK_FAILURES } from "#components/forms/webhook-failures.ts";
import { senderOf } from "#components/inbox/sender.ts";
import { ButtonLink } from "#components/ui/button";
import { Card, CardHeader } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { RelativeTime } from "#components/ui/relative-time";
import { formatCount } from "#lib/core/count";
import type { FormName } from "#lib/domain/forms/forms";
import type { FailedCounts, FailedDelivery } from "#lib/domain/submissions/failed-deliveries";
import type { FailedFilter } from "#lib/domain/submissions/inbox/inbox-schema";
import { FailedFilters } from "./failed-filters";
import { KINDS } from "./kinds.ts";
import { RetryAll } from "./retry-all";
import { RetryOne } from "./retry-one";

type FailedCardProps = {
  filter: FailedFilter;
  forms: readonly FormName[];
  failed: readonly FailedDelivery[];
  /** The number on all pages. */
  counts: FailedCounts;
};

export function FailedCard({ filter, forms, failed, counts }: FailedCardProps) {
  return (
    <Card>
      <CardHeader
        title="Needs attention"
        description="Emails and events that failed, or that we can’t confirm arrived."
        className="pb-4"
      >
        {failed.length > 0 ? <RetryAll filter={filter} counts={counts} /> : null}
      </CardHeader>
      <FailedFilters filter={filter} forms={forms} />
      {failed.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title="Nothing matches"
          action={
            <ButtonLink href="/deliveries" variant="outline">
              Clear filters
            </ButtonLink>
          }
        />
      ) : (
        <ul className="divide-y border-t">
          {failed.map((delivery) => (
            <FailedRow key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function FailedRow({ delivery }: { delivery: FailedDelivery }) {
  const { submissionId, formName, kind, isUncertain, to, sender, failedAt } = delivery;
  return (
    <li className="relative grid gap-x-4 gap-y-1 px-4 py-3 transition-colors hover:bg-accent/50 sm:px-6 md:grid-cols-[6rem_minmax(0,1fr)_auto_7rem] md:items-center">
      <span>
        <DeliveryBadge status={isUncertain ? "uncertain" : "failed"} />
      </span>
      <div className="min-w-0">
        <p className="truncate">
          <Link
            href={`/inbox/${submissionId}`}
            prefetch={false}
            className="stretched-link font-medium"
          >
            <bdi>{senderOf(sender)}</bdi>
          </Link>
          <span className="text-muted-foreground"> · {formName}</span>
        </p>
        <p className="truncate text-muted-foreground">
          {KINDS[kind].one} to {to}
        </p>
        <p className="text-pretty break-words text-muted-foreground">{reasonOf(delivery)}</p>
      </div>
      <span className="relative empty:hidden">
        <RetryOne delivery={delivery} />
      </span>
      <RelativeTime at={failedAt} className="text-muted-foreground md:text-right" />
    </li>
  );
}

/** The reason it failed: the other side's response, or else the reason that nothing was sent. */
function reasonOf({
  responseStatus,
  error,
  failureReason,
  kind,
  retryAvailableAt,
}: FailedDelivery): string {
  const reasons: Readonly<Record<string, string>> = WEBHOOK_FAILURES;
  const reason = failureReason === null ? undefined : reasons[failureReason];
  const response =
    responseStatus === null ? error : `The endpoint responded with ${formatCount(responseStatus)}.`;
  const stuck =
    retryAvailableAt === null && kind === "submission.created"
      ? "The webhook has changed or is off, so this event can’t be retried."
      : null;
  return [reason, response, stuck].filter(Boolean).join(" ");
}
