import { Download, Keyboard } from "lucide-react";
import { Button } from "#components/ui/button";
import { Checkbox } from "#components/ui/checkbox";
import { cn } from "#components/ui/cn";
import { later } from "#components/ui/later";
import { countOf, formatCount } from "#lib/core/count";
import type { FormName } from "#lib/forms/forms";
import type { TotalsOf } from "./folder-pane";
import { FolderTabs } from "./folder-tabs";
import { folderLabel } from "./folders";
import { type InboxQuery, listHref } from "./inbox-href";
import { type Go, ListLink } from "./list-link";
import { SearchBox } from "./search-box";
import type { Choice } from "./use-choice";
import type { Commands } from "./use-commands";

const ChoiceBar = later(() => import("./choice-bar"), NoBar);

/** The keys of the inbox work without it. */
function NoBar({ choice }: { choice: Choice }) {
  return (
    <span role="status" className="pl-1">
      {formatCount(choice.ids.size)} chosen
    </span>
  );
}

export type ListHeaderProps = {
  query: InboxQuery;
  totalsOf: TotalsOf;
  forms: readonly FormName[];
  choice: Choice;
  commands: Commands;
  hasRows: boolean;
  go: Go;
  replace: Go;
  isPending: boolean;
  openDialog: (name: "export" | "help") => void;
};

export function ListHeader(props: ListHeaderProps) {
  const { query, totalsOf, forms, choice, commands, hasRows, go, replace, isPending } = props;
  return (
    <div className="border-b">
      <div className="flex h-12 items-center gap-1 pr-2 pl-1">
        {/* biome-ignore lint/a11y/noLabelWithoutControl: it only makes the box easier to hit */}
        <label className="flex size-10 shrink-0 items-center justify-center">
          <Checkbox
            ref={(box) => {
              if (box) box.indeterminate = choice.ids.size > 0 && !choice.isAllShown;
            }}
            aria-label="Choose all that are shown"
            checked={choice.ids.size > 0}
            disabled={!hasRows}
            onChange={() => (choice.ids.size > 0 ? choice.clear() : choice.toggleAll())}
          />
        </label>
        {choice.ids.size > 0 ? (
          <ChoiceBar choice={choice} commands={commands} />
        ) : (
          <HeaderLine {...props} />
        )}
      </div>
      <div className="px-3 pb-2">
        <SearchBox query={query} go={replace} isPending={isPending} />
      </div>
      <FolderTabs query={query} totalsOf={totalsOf} forms={forms} go={go} />
    </div>
  );
}

function HeaderLine({ query, totalsOf, forms, go, openDialog }: ListHeaderProps) {
  const isUnreadOnly = query.unread === "true";
  const form = forms.find(({ id }) => id === query.formId);
  const { total } = totalsOf(query.folder, query.formId);
  const label = folderLabel(query.folder);
  return (
    <>
      <h1 className="flex min-w-0 flex-1 items-baseline gap-2 pl-1">
        <bdi className="truncate text-base font-semibold tracking-tight">
          {form ? form.name : label}
        </bdi>
        {form && query.folder !== "inbox" ? (
          <span className="shrink-0 text-muted-foreground">{label}</span>
        ) : null}
        {total > 0 ? (
          <span className="tabular shrink-0 text-xs text-muted-foreground">
            <span aria-hidden>{formatCount(total)}</span>
            <span className="sr-only">{countOf(total, "message")}</span>
          </span>
        ) : null}
      </h1>
      <ListLink
        href={listHref(query, { unread: isUnreadOnly ? null : "true" })}
        go={go}
        aria-current={isUnreadOnly ? "true" : undefined}
        className={cn(
          "inline-flex h-8 shrink-0 items-center rounded-md px-2.5 text-muted-foreground hover:bg-accent hover:text-foreground",
          isUnreadOnly &&
            "bg-primary/10 font-medium text-primary hover:bg-primary/15 hover:text-primary",
        )}
      >
        Unread<span className="sr-only"> only</span>
      </ListLink>
      <Button
        variant="ghost"
        size="iconSm"
        title="Export as CSV"
        aria-haspopup="dialog"
        onClick={() => openDialog("export")}
      >
        <Download aria-hidden />
        <span className="sr-only">Export as CSV</span>
      </Button>
      <Button
        variant="ghost"
        size="iconSm"
        title="Keyboard shortcuts (?)"
        aria-haspopup="dialog"
        aria-keyshortcuts="?"
        className="max-lg:hidden"
        onClick={() => openDialog("help")}
      >
        <Keyboard aria-hidden />
        <span className="sr-only">Keyboard shortcuts</span>
      </Button>
    </>
  );
}
