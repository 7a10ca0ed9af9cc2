import { useQuery } from "@tanstack/react-query";
import { Check, Download } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { TitledDialog } from "#components/ui/dialog";
import { Notice } from "#components/ui/notice";
import { Skeleton } from "#components/ui/page";
import { countOf } from "#lib/core/count";
import { formatUtcRange } from "#lib/core/moment";
import type { FormName } from "#lib/forms/forms";
import type { ExportPlan, ExportSlice } from "#lib/submissions/inbox-schema";
import { planExportAction } from "../actions";
import { useInboxNavigation } from "../inbox-navigation";
import { type InboxQuery, inboxSearch } from "../inbox-url";
import { folderLabel } from "../list/folders";
import { callAction, filterOf, messageOf } from "../queries";

type ExportDialogProps = { forms: readonly FormName[]; onClose: () => void };

/** Exports the listed messages as CSV, in one file or in several. */
export default function ExportDialog({ forms, onClose }: ExportDialogProps) {
  const { query } = useInboxNavigation();
  const filter = filterOf(query);
  const planned = useQuery({
    queryKey: ["inbox", "export", filter],
    queryFn: () => callAction(() => planExportAction(filter)),
    gcTime: 0,
  });
  return (
    <TitledDialog
      onClose={onClose}
      title="Export as CSV"
      description={describeFilter(query, forms)}
      className="max-w-lg"
    >
      <div className="min-h-19">
        {planned.isPending ? (
          <div className="grid gap-3">
            <p role="status" className="sr-only">
              Counting messages
            </p>
            <Skeleton className="h-5 w-56" />
            <Skeleton className="h-9 w-full" />
          </div>
        ) : null}
        {planned.isError ? (
          <Notice tone="danger" role="alert">
            <p>{messageOf(planned.error)}</p>
            <Button
              variant="outline"
              size="sm"
              className="mt-3"
              onClick={() => void planned.refetch()}
            >
              Try again
            </Button>
          </Notice>
        ) : null}
        {planned.isSuccess ? <Slices plan={planned.data} query={query} /> : null}
      </div>
    </TitledDialog>
  );
}

/** The filters of the list, in words. */
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
  if (!only) return <p role="status">No messages match, so there’s nothing to export.</p>;
  const isOne = plan.slices.length === 1;
  return (
    <div className="grid gap-3">
      <p role="status" className="text-pretty">
        {countOf(plan.total, "message")} {plan.total === 1 ? "matches" : "match"}.{" "}
        {isOne
          ? null
          : `A file holds at most 1,000 messages, so this export has ${countOf(plan.slices.length, "part")}. Dates are in UTC.`}
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
  const [isDownloaded, setDownloaded] = useState(false);
  const search = new URLSearchParams(inboxSearch(query, { message: null, cursor: null }));
  search.set("newest", slice.newest);
  search.set("oldest", slice.oldest);
  const Icon = isDownloaded ? Check : Download;
  return (
    <li>
      <a
        href={`/api/account/submissions/export?${search}`}
        download
        onClick={() => setDownloaded(true)}
        className="flex min-h-10 items-center gap-3 rounded-md border bg-card px-3 py-2 shadow-card hover:bg-accent"
      >
        <Icon aria-hidden className="size-4 shrink-0 text-primary" />
        <span className="flex-1 font-medium">{isOne ? "Download" : rangeOf(slice)}</span>
        <span className="tabular text-muted-foreground">
          {countOf(slice.count, "message")}
          {isDownloaded ? <span className="sr-only">, downloaded</span> : null}
        </span>
      </a>
    </li>
  );
}

const DAY_MS = 86_400_000;

/** Dates for whole days, exact times for parts of a day. */
function rangeOf({ newest, oldest }: ExportSlice): string {
  const [to, from] = [newest, oldest].map((cursor) => Number(cursor.split(":")[0]));
  if (to === undefined || from === undefined) return "";
  return formatUtcRange(from, to, from % DAY_MS === 0 ? "day" : "exact");
}
