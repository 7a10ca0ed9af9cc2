import { Wrench } from "lucide-react";
import Link from "next/link";
import { DeliveryBadge, WebhookHealth } from "#components/forms/badges";
import { Badge } from "#components/ui/badge";
import { ButtonLink } from "#components/ui/button";
import { Card, CardHeader } from "#components/ui/card";
import { RelativeTime } from "#components/ui/relative-time";
import { formatCount } from "#lib/core/count";
import type { ChannelState } from "#lib/domain/submissions/delivery-overview";
import { RetryAll } from "../retry-all";
import { explainFailedDelivery } from "./delivery-reason.ts";
import { kindWords, setupHref } from "./kinds.ts";

/** Lists deliveries with problems: where, why, and what to do. */
export function TroubleCard({ states }: { states: readonly ChannelState[] }) {
  return (
    <Card>
      <CardHeader title="Needs attention" className="pb-4" />
      <ul className="divide-y border-t">
        {states.map((state) => (
          <TroubleRow key={`${state.formId} ${state.endpointId ?? state.kind}`} state={state} />
        ))}
      </ul>
    </Card>
  );
}

function TroubleRow({ state }: { state: ChannelState }) {
  const { formId, formName, kind, destination, endpointId, webhook } = state;
  const { failed, uncertain, retrying } = state;
  const name = destination?.name ?? kindWords(kind).label;
  const reason = explainFailedDelivery(state);
  // Emails are retried automatically, so only ended ones can be sent again.
  const counts = { failed, uncertain, retrying: webhook ? retrying : 0 };
  const canRetry = counts.failed + counts.uncertain + counts.retrying > 0;
  const filter = endpointId ? { formId, endpointId } : { formId, kind };
  return (
    <li className="grid gap-x-6 gap-y-3 px-4 py-4 sm:px-6 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link href={setupHref(state)} prefetch={false} className="font-medium hover:underline">
            <bdi>{formName}</bdi> · <bdi>{name}</bdi>
          </Link>
          {webhook?.enabled && webhook.health === "healthy" && retrying > 0 ? (
            <DeliveryBadge status="retrying" />
          ) : null}
          {webhook ? <WebhookHealth webhook={webhook} /> : <EmailBadge state={state} />}
        </p>
        {webhook ? (
          <p className="truncate text-muted-foreground" title={webhook.url}>
            {URL.parse(webhook.url)?.host ?? webhook.url}
          </p>
        ) : null}
        {reason === "" ? null : <p className="text-pretty break-words">{reason}</p>}
        <Counts state={state} />
      </div>
      <div className="flex flex-wrap gap-2">
        {webhook ? (
          <ButtonLink href={setupHref(state)} variant="outline">
            <Wrench aria-hidden />
            Fix<span className="sr-only"> {name}</span>
          </ButtonLink>
        ) : null}
        {canRetry ? <RetryAll filter={filter} counts={counts} of={`${formName}, ${name}`} /> : null}
      </div>
    </li>
  );
}

/** An email’s state is determined by the latest result. */
function EmailBadge({ state: { lastDeliveredAt, lastFailedAt } }: { state: ChannelState }) {
  if ((lastFailedAt ?? 0) <= (lastDeliveredAt ?? 0))
    return <span className="text-muted-foreground">Delivering again</span>;
  return (
    <Badge tone="danger" withDot>
      Failing
    </Badge>
  );
}

function Counts({ state }: { state: ChannelState }) {
  const { failed, uncertain, retrying, nextAttemptAt } = state;
  const parts = [
    failed > 0 ? `${formatCount(failed)} failed` : null,
    uncertain > 0 ? `${formatCount(uncertain)} uncertain` : null,
    retrying > 0 ? `${formatCount(retrying)} waiting for another attempt` : null,
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <p className="tabular text-muted-foreground">
      {parts.join(" · ")}
      {nextAttemptAt === null ? null : (
        <>
          , next <RelativeTime at={nextAttemptAt} isAhead />
        </>
      )}
    </p>
  );
}
