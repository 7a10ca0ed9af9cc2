import { Download, Keyboard, X } from "lucide-react";
import { IconButton } from "#components/ui/button";
import { cn } from "#components/ui/cn.ts";
import { Checkbox, Label } from "#components/ui/input";
import { lazyWithFallback, NotLoaded } from "#components/ui/lazy";
import { countOf } from "#lib/core/count";
import type { MatchCount } from "#lib/domain/submissions/inbox/inbox-schema";
import { ListLink, useInboxNavigation } from "../inbox-navigation";
import { countFilters, filtersInWords, listHref, NO_FILTERS, withoutShown } from "../inbox-url";
import type { DialogName } from "../palette-commands";
import type { Commands } from "../selection/use-commands";
import type { Selection } from "../selection/use-selection";
import { FilterButton } from "./filter-button";
import { type FoldersProps, FolderTabs, folderLabel } from "./folders";
import { FormChips } from "./form-chips";
import { SearchBox } from "./search-box";

const SelectionBar = lazyWithFallback(() => import("../selection/selection-bar"), NotLoaded);

type ListHeaderProps = FoldersProps & {
  selection: Selection;
  commands: Commands;
  hasRows: boolean;
  count: MatchCount | null;
  openDialog: (name: DialogName) => void;
};

export function ListHeader(props: ListHeaderProps) {
  const { selection, commands, hasRows, openDialog } = props;
  const { query, forms } = useInboxNavigation();
  return (
    <div className="border-b">
      <FolderTabs {...props} />
      <div className="flex gap-2 px-3 pt-2">
        <SearchBox />
        <FilterButton />
      </div>
      <FormChips {...props} />
      <div className="flex h-11 items-center gap-1 pr-2">
        <Label className="flex size-10 shrink-0 items-center justify-center">
          <Checkbox
            ref={(box) => {
              if (box) box.indeterminate = selection.ids.size > 0 && !selection.areAllShown;
            }}
            aria-label="Select all shown"
            checked={selection.ids.size > 0}
            disabled={!hasRows}
            onChange={() => (selection.ids.size > 0 ? selection.clear() : selection.toggleAll())}
          />
        </Label>
        {selection.ids.size > 0 ? (
          <SelectionBar
            selection={selection}
            commands={commands}
            onNote={() => openDialog("note")}
            onExport={() => openDialog("export")}
          />
        ) : (
          <HeaderLine {...props} />
        )}
      </div>
      {countFilters(withoutShown(query, forms)) > 0 ? <ActiveFilters /> : null}
    </div>
  );
}

function HeaderLine({ count, openDialog }: ListHeaderProps) {
  const { query, forms } = useInboxNavigation();
  const isUnreadOnly = query.unread === "true";
  const form = forms.find(({ id }) => id === query.formId);
  return (
    <>
      <h1 className="tabular min-w-0 flex-1 truncate text-xs text-muted-foreground">
        <span className="sr-only">
          {folderLabel(query.folder)} {form ? `of ${form.name} ` : ""}
        </span>
        {count ? (
          <>
            {count.isCut ? "More than " : ""}
            {countOf(count.count, "message")}
          </>
        ) : null}
      </h1>
      <ListLink
        href={listHref(query, { unread: isUnreadOnly ? null : "true" })}
        aria-current={isUnreadOnly ? "true" : undefined}
        className={cn(
          "inline-flex h-8 shrink-0 items-center rounded-md px-2.5 text-muted-foreground hover:bg-accent hover:text-foreground",
          isUnreadOnly &&
            "bg-primary/10 font-medium text-primary hover:bg-primary/15 hover:text-primary",
        )}
      >
        Unread<span className="sr-only"> only</span>
      </ListLink>
      <IconButton
        icon={<Download aria-hidden />}
        label="Export as CSV"
        title="Export as CSV"
        aria-haspopup="dialog"
        onClick={() => openDialog("export")}
      />
      <IconButton
        icon={<Keyboard aria-hidden />}
        label="Keyboard shortcuts"
        title="Keyboard shortcuts (?)"
        aria-haspopup="dialog"
        aria-keyshortcuts="?"
        className="max-lg:hidden"
        onClick={() => openDialog("help")}
      />
    </>
  );
}

/** The filters that are set, each with a way to remove it. */
function ActiveFilters() {
  const { query, forms, viewer } = useInboxNavigation();
  const filters = filtersInWords(withoutShown(query, forms), forms, viewer.id);
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-1.5 px-3 pb-2">
      {filters.map(({ label, parameters }) => (
        <li key={label} className="min-w-0">
          <ListLink
            href={listHref(query, Object.fromEntries(parameters.map((name) => [name, null])))}
            title="Remove"
            className="flex h-7 items-center gap-1 rounded-sm bg-primary/10 pr-1.5 pl-2 text-xs font-medium text-primary transition-colors duration-150 hover:bg-primary/15"
          >
            <span className="sr-only">Remove filter: </span>
            <bdi className="max-w-44 truncate">{label}</bdi>
            <X aria-hidden className="size-3.5 shrink-0" />
          </ListLink>
        </li>
      ))}
      <li>
        <ListLink
          href={listHref(query, NO_FILTERS)}
          className="flex h-7 items-center rounded-sm px-1.5 text-xs text-muted-foreground transition-colors duration-150 hover:bg-accent hover:text-foreground"
        >
          Clear filters
        </ListLink>
      </li>
    </ul>
  );
}
