import Link from "next/link";
import { WebhookHealth } from "#components/forms/badges";
import { Badge } from "#components/ui/badge";
import { Card, CardHeader } from "#components/ui/card";
import { RelativeTime } from "#components/ui/relative-time";
import { formatCount } from "#lib/core/count";
import type { DeliveryState } from "#lib/domain/submissions/delivery-overview";
import { KINDS } from "./kinds.ts";

const COLUMNS = "md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_8rem_5rem_5rem]";

export function OverviewCard({ states }: { states: readonly DeliveryState[] }) {
  return (
    <Card>
      <CardHeader title="By form" className="pb-4" />
      <div
        aria-hidden
        className={`hidden gap-x-6 border-y px-6 py-2 text-xs text-muted-foreground md:grid ${COLUMNS}`}
      >
        <span>Form</span>
        <span>State</span>
        <span>Last delivered</span>
        <span className="text-right">Failed</span>
        <span className="text-right">Waiting</span>
      </div>
      <ul className="divide-y max-md:border-t">
        {states.map((state) => (
          <StateRow key={`${state.formId} ${state.destination?.id ?? state.kind}`} state={state} />
        ))}
      </ul>
    </Card>
  );
}

function StateRow({ state }: { state: DeliveryState }) {
  const { formId, formName, kind, destination, lastDeliveredAt, failed, waiting } = state;
  const tab = destination ? `/destinations/${destination.id}` : KINDS[kind].tab;
  return (
    <li className={`grid items-center gap-x-6 gap-y-1 px-4 py-3 sm:px-6 ${COLUMNS}`}>
      <p className="min-w-0 truncate">
        <Link
          href={`/forms/${formId}${tab}`}
          prefetch={false}
          className="font-medium hover:underline"
        >
          {formName}
        </Link>
        <span className="text-muted-foreground"> · {destination?.name ?? KINDS[kind].label}</span>
      </p>
      <div className="min-w-0">
        {state.webhook ? <WebhookHealth webhook={state.webhook} /> : <EmailHealth state={state} />}
      </div>
      <p className="text-muted-foreground">
        <span className="md:sr-only">Last delivered </span>
        {lastDeliveredAt === null ? "–" : <RelativeTime at={lastDeliveredAt} />}
      </p>
      <Figure label="Failed" count={failed}>
        {failed > 0 ? (
          <Link
            href={`/deliveries?formId=${formId}&kind=${kind}`}
            className="text-destructive hover:underline"
          >
            {formatCount(failed)}
          </Link>
        ) : null}
      </Figure>
      <Figure label="Waiting" count={waiting} />
    </li>
  );
}

type FigureProps = { label: string; count: number; children?: React.ReactNode };

/** A cell of the table. Phones hide empty ones. */
function Figure({ label, count, children }: FigureProps) {
  return (
    <p
      className={`tabular text-muted-foreground md:text-right ${count === 0 ? "max-md:hidden" : ""}`}
    >
      <span className="md:sr-only">{label} </span>
      {children ?? formatCount(count)}
    </p>
  );
}

function EmailHealth({ state }: { state: DeliveryState }) {
  const { lastDeliveredAt, lastFailedAt, waiting } = state;
  if (lastFailedAt !== null && lastFailedAt > (lastDeliveredAt ?? 0))
    return (
      <Badge tone="danger" withDot>
        Failing
      </Badge>
    );
  if (lastDeliveredAt !== null) return "Delivering";
  return (
    <span className="text-muted-foreground">{waiting > 0 ? "Sending" : "Nothing sent yet"}</span>
  );
}
