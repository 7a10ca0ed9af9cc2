import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { useTimeZone } from "#components/ui/clock";
import { TitledDialog } from "#components/ui/dialog";
import { Label, Switch } from "#components/ui/input";
import { Notice } from "#components/ui/notice";
import { Skeleton } from "#components/ui/page";
import { countOf } from "#lib/core/count";
import type { FormName } from "#lib/domain/forms/forms";
import type { ExportColumns, ExportSlice } from "#lib/domain/submissions/export/export-schema";
import type { ExportPlan } from "#lib/domain/submissions/export/export-submissions";
import { describeFailure, requireValue } from "../action-value";
import { planExportAction } from "../actions";
import { useInboxNavigation } from "../inbox-navigation";
import { filtersInWords, type InboxQuery, inboxSearch } from "../inbox-url";
import { folderLabel } from "../list/folders";
import { filterOf } from "../queries";
import { PartLink, SelectedPart } from "./export-part";
import { describeExport, spansOf } from "./export-words";

type ExportDialogProps = { selectedIds: readonly string[]; onClose: () => void };

/** Exports the selected messages as CSV, or else the listed ones, in one file or in several. */
export default function ExportDialog({ selectedIds, onClose }: ExportDialogProps) {
  const { query, forms } = useInboxNavigation();
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
              ? "Best for spreadsheets: name, email, message, and all other fields side by side."
              : "The API’s format: all fields of a message as JSON in one column."}
          </span>
        </span>
        <Switch
          checked={columns === "fields"}
          onChange={(event) => setColumns(event.currentTarget.checked ? "fields" : "json")}
        />
      </Label>
      {isSelection ? (
        // Another format is another file, which hasn’t been downloaded.
        <SelectedPart key={columns} ids={selectedIds} columns={columns} />
      ) : (
        <ListedParts query={query} columns={columns} />
      )}
    </TitledDialog>
  );
}

function describeFilter(query: InboxQuery, forms: readonly FormName[]): string {
  const folder = query.folder === "all" ? "All folders" : folderLabel(query.folder);
  const filters = filtersInWords(query, forms).map(({ label }) => label);
  const search = query.search ? [`containing “${query.search}”`] : [];
  return [folder, ...filters, ...search].join(" · ");
}

type ListedPartsProps = { query: InboxQuery; columns: ExportColumns };

function ListedParts({ query, columns }: ListedPartsProps) {
  const filter = filterOf(query);
  const planned = useQuery({
    queryKey: ["inbox", "export", filter],
    queryFn: () => requireValue(() => planExportAction(filter)),
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
          <p>{describeFailure(planned.error)}</p>
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
  const spans = spansOf(plan, useTimeZone());
  if (plan.slices.length === 0)
    return <p role="status">No messages match, so there’s nothing to export.</p>;
  const hrefOf = ({ newest, oldest }: ExportSlice) => {
    const search = new URLSearchParams(inboxSearch(query, { message: null, cursor: null }));
    const fields = columns === "fields" && plan.fields ? JSON.stringify(plan.fields) : null;
    const { timeZone = null } = query;
    for (const [name, value] of Object.entries({ newest, oldest, columns, fields, timeZone }))
      if (value !== null) search.set(name, value);
    return `/api/account/submissions/export?${search}`;
  };
  return (
    <div className="grid gap-3">
      <p role="status" className="text-pretty">
        {describeExport(plan)}
      </p>
      <p className="text-pretty text-muted-foreground">
        Spreadsheets drop leading zeros and round long numbers when they open a CSV. To keep them,
        import it with these columns as text.
      </p>
      <ul className="grid gap-2">
        {plan.slices.map((slice, at) => (
          <li key={`${columns} ${slice.newest}`}>
            <PartLink
              href={hrefOf(slice)}
              label={plan.slices.length === 1 ? "Download" : (spans[at] ?? "")}
              count={slice.count}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
