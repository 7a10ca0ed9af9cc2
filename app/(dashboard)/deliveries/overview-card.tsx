import { ChevronDown, CircleCheck } from "lucide-react";
import Link from "next/link";
import { WebhookHealth } from "#components/forms/badges";
import { Card, CardHeader } from "#components/ui/card";
import { RelativeTime } from "#components/ui/relative-time";
import { countOf, formatCount } from "#lib/core/count";
import type { ChannelState } from "#lib/domain/submissions/delivery-overview";
import { kindWords, setupHref } from "./kinds.ts";

const COLUMNS = "md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_8rem_5rem]";

type OverviewCardProps = {
  /** The states without problems. */
  states: readonly ChannelState[];
  /** True if there are problems, which are shown first. */
  isFolded: boolean;
};

/** Lists working deliveries in a table, or in one line if others have problems. */
export function OverviewCard({ states, isFolded }: OverviewCardProps) {
  const areDelivering = states.every(({ lastDeliveredAt }) => lastDeliveredAt !== null);
  if (!isFolded)
    return (
      <Card>
        <CardHeader title="By form" className="pb-4" />
        <StateTable states={states} />
      </Card>
    );
  return (
    <Card>
      <details className="group">
        <summary className="flex cursor-pointer list-none items-center gap-2 rounded-md p-4 sm:px-6 [&::-webkit-details-marker]:hidden">
          <CircleCheck aria-hidden className="size-4 text-success" />
          {countOf(states.length, "other")} {states.length === 1 ? "is" : "are"}{" "}
          {areDelivering ? "delivering" : "fine"}
          <ChevronDown
            aria-hidden
            className="ml-auto size-4 text-muted-foreground transition-transform duration-150 group-open:rotate-180"
          />
        </summary>
        <StateTable states={states} />
      </details>
    </Card>
  );
}

function StateTable({ states }: { states: readonly ChannelState[] }) {
  return (
    <>
      <div
        aria-hidden
        className={`hidden gap-x-6 border-y px-6 py-2 text-xs text-muted-foreground md:grid ${COLUMNS}`}
      >
        <span>Form</span>
        <span>State</span>
        <span>Last delivered</span>
        <span className="text-right">Waiting</span>
      </div>
      <ul className="divide-y max-md:border-t">
        {states.map((state) => (
          <StateRow key={`${state.formId} ${state.endpointId ?? state.kind}`} state={state} />
        ))}
      </ul>
    </>
  );
}

function StateRow({ state }: { state: ChannelState }) {
  const { formName, kind, destination, lastDeliveredAt, waiting } = state;
  return (
    <li className={`grid items-center gap-x-6 gap-y-1 px-4 py-3 sm:px-6 ${COLUMNS}`}>
      <p className="min-w-0 truncate">
        <Link href={setupHref(state)} prefetch={false} className="font-medium hover:underline">
          {formName}
        </Link>
        <span className="text-muted-foreground">
          {" "}
          · {destination?.name ?? kindWords(kind).label}
        </span>
      </p>
      <div className="min-w-0">
        {state.webhook ? <WebhookHealth webhook={state.webhook} /> : <EmailHealth {...state} />}
      </div>
      <p className={`text-muted-foreground ${lastDeliveredAt === null ? "max-md:hidden" : ""}`}>
        <span className="md:sr-only">Last delivered </span>
        {lastDeliveredAt === null ? "–" : <RelativeTime at={lastDeliveredAt} />}
      </p>
      <Figure label="Waiting" count={waiting} />
    </li>
  );
}

type FigureProps = { label: string; count: number };

/** A cell of the table. Phones hide empty ones. */
function Figure({ label, count }: FigureProps) {
  return (
    <p
      className={`tabular text-muted-foreground md:text-right ${count === 0 ? "max-md:hidden" : ""}`}
    >
      <span className="md:sr-only">{label} </span>
      {formatCount(count)}
    </p>
  );
}

function EmailHealth({ lastDeliveredAt, waiting }: ChannelState) {
  if (lastDeliveredAt !== null) return "Delivering";
  return (
    <span className="text-muted-foreground">{waiting > 0 ? "Sending" : "Nothing sent yet"}</span>
  );
}
