import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { TitledDialog } from "#components/ui/dialog";
import { Label, Switch } from "#components/ui/input";
import { Notice } from "#components/ui/notice";
import { Skeleton } from "#components/ui/page";
import { countOf } from "#lib/core/count";
import { formatUtcRange } from "#lib/core/moment";
import type { FormName } from "#lib/forms/forms";
import type { ExportColumns, ExportPlan, ExportSlice } from "#lib/submissions/inbox-schema";
import { planExportAction } from "../actions";
import { useInboxNavigation } from "../inbox-navigation";
import { type InboxQuery, inboxSearch } from "../inbox-url";
import { filtersInWords } from "../list/filter-words";
import { folderLabel } from "../list/folders";
import { callAction, filterOf, messageOf } from "../queries";
import { chunksOf } from "../selection/update-messages";
import { PartLink, SelectedPart } from "./export-part";

type ExportDialogProps = {
  forms: readonly FormName[];
  selectedIds: readonly string[];
  onClose: () => void;
};

/** Exports the selected messages, or else the listed ones, as CSV in one file or in several. */
export default function ExportDialog({ forms, selectedIds, onClose }: ExportDialogProps) {
  const { query } = useInboxNavigation();
  const [columns, setColumns] = useState<ExportColumns>("fields");
  const isSelection = selectedIds.length > 0;
  return (
    <TitledDialog
      onClose={onClose}
      title="Export as CSV"
      description={
        isSelection ? countOf(selectedIds.length, "selected message") : describeFilter(query, forms)
      }
      className="max-w-lg"
    >
      <Label className="flex items-start justify-between gap-6">
        <span>
          One column per field
          <span className="mt-0.5 block text-xs font-normal text-pretty text-muted-foreground">
            {columns === "fields"
              ? "Best for spreadsheets: name, email, message and all other fields side by side."
              : "The API’s format: all fields of a message as JSON in one column."}
          </span>
        </span>
        <Switch
          checked={columns === "fields"}
          onChange={(event) => setColumns(event.currentTarget.checked ? "fields" : "json")}
        />
      </Label>
      {isSelection ? (
        <SelectedParts ids={selectedIds} columns={columns} />
      ) : (
        <ListedParts query={query} columns={columns} />
      )}
    </TitledDialog>
  );
}

/** The filters of the list, in words. */
function describeFilter(query: InboxQuery, forms: readonly FormName[]): string {
  const folder = query.folder === "all" ? "All folders" : folderLabel(query.folder);
  const filters = filtersInWords(query, forms).map(({ label }) => label);
  const search = query.search ? [`containing “${query.search}”`] : [];
  return [folder, ...filters, ...search].join(" · ");
}

function SelectedParts({ ids, columns }: { ids: readonly string[]; columns: ExportColumns }) {
  const parts = chunksOf(ids);
  return (
    <ul className="grid gap-2">
      {parts.map((part, at) => (
        // Another format is another file, which hasn’t been downloaded.
        <li key={`${columns} ${part[0]}`}>
          <SelectedPart
            label={parts.length === 1 ? "Download" : `Part ${at + 1}`}
            ids={part}
            columns={columns}
          />
        </li>
      ))}
    </ul>
  );
}

type ListedPartsProps = { query: InboxQuery; columns: ExportColumns };

function ListedParts({ query, columns }: ListedPartsProps) {
  const filter = filterOf(query);
  const planned = useQuery({
    queryKey: ["inbox", "export", filter],
    queryFn: () => callAction(() => planExportAction(filter)),
    gcTime: 0,
  });
  return (
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
      {planned.isSuccess ? <Slices plan={planned.data} query={query} columns={columns} /> : null}
    </div>
  );
}

function Slices({ plan, query, columns }: ListedPartsProps & { plan: ExportPlan }) {
  const isOne = plan.slices.length === 1;
  if (plan.slices.length === 0)
    return <p role="status">No messages match, so there’s nothing to export.</p>;
  const hrefOf = ({ newest, oldest }: ExportSlice) => {
    const search = inboxSearch(query, { message: null, cursor: null });
    const slice = new URLSearchParams({ newest, oldest, columns });
    return `/api/account/submissions/export?${[search, slice].filter(Boolean).join("&")}`;
  };
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
          <li key={`${columns} ${slice.newest}`}>
            <PartLink
              href={hrefOf(slice)}
              label={isOne ? "Download" : rangeOf(slice)}
              count={slice.count}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

const DAY_MS = 86_400_000;

/** Dates for whole days, exact times for parts of a day. */
function rangeOf({ newest, oldest }: ExportSlice): string {
  const [to, from] = [newest, oldest].map((cursor) => Number(cursor.split(":")[0]));
  if (to === undefined || from === undefined) return "";
  return formatUtcRange(from, to, from % DAY_MS === 0 ? "day" : "exact");
}
