import { Download, Keyboard } from "lucide-react";
import { IconButton } from "#components/ui/button";
import { cn } from "#components/ui/cn.ts";
import { Checkbox, Label } from "#components/ui/input";
import { lazyWithFallback } from "#components/ui/lazy";
import { countOf } from "#lib/core/count";
import { ListLink, useInboxNavigation } from "../inbox-navigation";
import { countFilters, listHref } from "../inbox-url";
import { SelectionBar } from "../selection/message-actions";
import type { Commands } from "../selection/use-commands";
import type { Selection } from "../selection/use-selection";
import { FilterButton } from "./filter-button";
import { type FoldersProps, FolderTabs, folderLabel } from "./folders";
import { FormChips } from "./form-chips";
import type { ListCount } from "./list-count";
import { SearchBox } from "./search-box";

const ActiveFilters = lazyWithFallback(
  () => import("./active-filters"),
  () => null,
);

type ListHeaderProps = FoldersProps & {
  selection: Selection;
  commands: Commands;
  hasRows: boolean;
  count: ListCount | null;
  openDialog: (name: "export" | "help") => void;
};

export function ListHeader(props: ListHeaderProps) {
  const { selection, commands, hasRows, forms, openDialog } = props;
  const { query } = useInboxNavigation();
  return (
    <div className="border-b">
      <FolderTabs {...props} />
      <div className="flex gap-2 px-3 pt-2">
        <SearchBox />
        <FilterButton forms={forms} />
      </div>
      <FormChips forms={forms} />
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
            onExport={() => openDialog("export")}
          />
        ) : (
          <HeaderLine {...props} />
        )}
      </div>
      {countFilters({ ...query, unread: undefined }) > 0 ? <ActiveFilters forms={forms} /> : null}
    </div>
  );
}

function HeaderLine({ count, forms, openDialog }: ListHeaderProps) {
  const { query } = useInboxNavigation();
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
