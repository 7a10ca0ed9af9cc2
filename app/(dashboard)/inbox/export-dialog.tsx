import { Check, Download } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { Notice } from "#components/ui/notice";
import { Skeleton } from "#components/ui/skeleton";
import { countOf, formatCount } from "#lib/core/count";
import { formatUtcRange } from "#lib/core/moment";
import type { FormName } from "#lib/forms/forms";
import type { ExportPlan, ExportSlice } from "#lib/submissions/inbox-schema";
import { planExportAction } from "./actions";
import { folderLabel } from "./folders";
import { type InboxQuery, inboxSearch } from "./inbox-href";

type ExportDialogProps = { query: InboxQuery; forms: readonly FormName[]; onClose: () => void };
type Planned = { plan: ExportPlan } | { refusal: string } | null;

/** What is listed as CSV, in one file or in slices that fit. */
export default function ExportDialog({ query, forms, onClose }: ExportDialogProps) {
  const [planned, setPlanned] = useState<Planned>(null);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks once more
  useEffect(() => {
    let isOver = false;
    const { message: _, cursor: __, ...filter } = query;
    planExportAction(filter)
      .catch(() => ({ value: null, refusal: "The service could not be reached." }))
      .then(({ value, refusal }) => {
        if (!isOver) setPlanned(value ? { plan: value } : { refusal: refusal ?? "" });
      });
    return () => {
      isOver = true;
    };
  }, [query, round]);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      aria-labelledby="export-title"
      className="m-auto max-h-[calc(100dvh-4rem)] w-[calc(100%-2rem)] max-w-lg rounded-md border"
    >
      <div className="grid gap-4 p-6">
        <div>
          <h2 id="export-title" className="text-lg leading-6 font-semibold tracking-tight">
            Export as CSV
          </h2>
          <p className="mt-1 break-words text-muted-foreground">{describeFilter(query, forms)}</p>
        </div>
        <div className="min-h-28">
          {planned === null ? <Counting /> : null}
          {planned && "refusal" in planned ? (
            <Notice tone="danger" role="alert">
              <p>{planned.refusal}</p>
              <Button
                variant="outline"
                size="sm"
                className="mt-3"
                onClick={() => setRound(round + 1)}
              >
                Try again
              </Button>
            </Notice>
          ) : null}
          {planned && "plan" in planned ? <Slices plan={planned.plan} query={query} /> : null}
        </div>
        <div className="flex justify-end">
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Counting() {
  return (
    <div className="grid gap-3">
      <p role="status" className="sr-only">
        Counting messages
      </p>
      <Skeleton className="h-5 w-56" />
      <Skeleton className="h-9 w-full" />
    </div>
  );
}

/** What the list is narrowed by, in words. */
function describeFilter(query: InboxQuery, forms: readonly FormName[]): string {
  const form = forms.find(({ id }) => id === query.formId);
  return [
    query.folder === "all" ? "All folders" : folderLabel(query.folder),
    ...(form ? [`form “${form.name}”`] : []),
    ...(query.unread === "true" ? ["unread only"] : []),
    ...(query.search ? [`containing “${query.search}”`] : []),
  ].join(", ");
}

function Slices({ plan, query }: { plan: ExportPlan; query: InboxQuery }) {
  const [only] = plan.slices;
  if (!only) return <p role="status">No messages match, so there is nothing to export.</p>;
  const isOne = plan.slices.length === 1;
  return (
    <div className="grid gap-3">
      <p role="status" className="text-pretty">
        {countOf(plan.total, "message")} {plan.total === 1 ? "matches" : "match"}.{" "}
        {isOne
          ? null
          : `A file holds at most 1,000 messages, so this export has ${countOf(plan.slices.length, "part")}. Dates are in UTC, as in the files.`}
      </p>
      <ul className="grid gap-2">
        {plan.slices.map((slice) => (
          <Slice key={slice.newest} slice={slice} query={query} isOne={isOne} />
        ))}
      </ul>
    </div>
  );
}

function Slice({ slice, query, isOne }: { slice: ExportSlice; query: InboxQuery; isOne: boolean }) {
  const [isTaken, setTaken] = useState(false);
  const search = new URLSearchParams(inboxSearch(query, { message: null, cursor: null }));
  search.set("newest", slice.newest);
  search.set("oldest", slice.oldest);
  const Icon = isTaken ? Check : Download;
  return (
    <li>
      <a
        href={`/api/account/submissions/export?${search}`}
        download
        onClick={() => setTaken(true)}
        className="flex min-h-10 items-center gap-3 rounded-md border bg-card px-3 py-2 shadow-card hover:bg-accent"
      >
        <Icon aria-hidden className="size-4 shrink-0 text-primary" />
        <span className="flex-1 font-medium">{isOne ? "Download the file" : spanOf(slice)}</span>
        <span className="tabular text-muted-foreground">
          <span aria-hidden>{formatCount(slice.count)}</span>
          <span className="sr-only">
            {countOf(slice.count, "message")}
            {isTaken ? ", downloaded" : ""}
          </span>
        </span>
      </a>
    </li>
  );
}

const DAY_MS = 86_400_000;

/** Whole days by their dates; a part of a day by its moments. */
function spanOf({ newest, oldest }: ExportSlice): string {
  const [to, from] = [newest, oldest].map((cursor) => Number(cursor.split(":")[0]));
  if (to === undefined || from === undefined) return "";
  return formatUtcRange(from, to, from % DAY_MS === 0 ? "day" : "exact");
}
