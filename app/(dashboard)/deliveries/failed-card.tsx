import { SearchX } from "lucide-react";
import Link from "next/link";
import { DeliveryBadge } from "#components/forms/badges";
import { senderOf } from "#components/inbox/sender.ts";
import { ButtonLink } from "#components/ui/button";
import { Card, CardHeader } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { RelativeTime } from "#components/ui/relative-time";
import type { FormName } from "#lib/domain/forms/forms";
import type { FailedCounts, FailedDelivery } from "#lib/domain/submissions/failed-deliveries";
import type { DeliveryKind, FailedFilter } from "#lib/domain/submissions/inbox/inbox-schema";
import { RetryAll } from "../retry-all";
import { explainFailedDelivery } from "./delivery-reason.ts";
import { FailedFilters } from "./failed-filters";
import { kindWords } from "./kinds.ts";
import { RetryOne } from "./retry-one";

type FailedCardProps = {
  filter: FailedFilter;
  forms: readonly FormName[];
  /** The channels that the workspace uses. */
  kinds: readonly DeliveryKind[];
  failed: readonly FailedDelivery[];
  /** The number on all pages. */
  counts: FailedCounts;
};

export function FailedCard({ filter, forms, kinds, failed, counts }: FailedCardProps) {
  return (
    <Card>
      <CardHeader
        title="Not delivered"
        description="Emails and events that failed, wait for another attempt, or may not have arrived."
        className="pb-4"
      >
        {failed.length > 0 ? <RetryAll filter={filter} counts={counts} /> : null}
      </CardHeader>
      <FailedFilters filter={filter} forms={forms} kinds={kinds} />
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
  const { submissionId, formName, kind, status, to, sender, failedAt, nextAttemptAt } = delivery;
  return (
    <li className="relative grid gap-x-4 gap-y-1 px-4 py-3 transition-colors hover:bg-accent/50 sm:px-6 md:grid-cols-[6rem_minmax(0,1fr)_auto_7rem] md:items-center">
      <span>
        <DeliveryBadge status={status} />
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
          {kindWords(kind).one} to {to}
        </p>
        <p className="text-pretty break-words text-muted-foreground">
          {explain(delivery)}
          {nextAttemptAt === null ? null : (
            <>
              {" "}
              Next attempt <RelativeTime at={nextAttemptAt} isAhead />.
            </>
          )}
        </p>
      </div>
      <span className="relative empty:hidden">
        <RetryOne delivery={delivery} />
      </span>
      <RelativeTime at={failedAt} className="text-muted-foreground md:text-right" />
    </li>
  );
}

/** Explains why a delivery failed, and whether anything can be done here. */
function explain(delivery: FailedDelivery): string {
  const isStuck = delivery.retryAvailableAt === null && delivery.destinationId === null;
  return delivery.kind === "submission.created" && isStuck
    ? `${explainFailedDelivery(delivery)} The webhook has changed or is off, so this event can’t be retried.`
    : explainFailedDelivery(delivery);
}
