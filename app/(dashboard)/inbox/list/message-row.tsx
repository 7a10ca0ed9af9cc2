import { Paperclip, Reply, StickyNote, TriangleAlert } from "lucide-react";
import { memo } from "react";
import { senderOf } from "#components/inbox/sender.ts";
import { Badge } from "#components/ui/badge";
import { cn } from "#components/ui/cn.ts";
import { Checkbox, Label } from "#components/ui/input";
import { RelativeTime } from "#components/ui/relative-time";
import { countOf } from "#lib/core/count";
import { rowId } from "../focus";
import { InboxLink } from "../inbox-navigation";
import { type InboxQuery, inboxHref } from "../inbox-url";
import type { Row } from "./list-pages";

/** Actions of rows. They never change, so that no row is rendered again because of them. */
export type MessageRowActions = {
  open: (id: string, isByKey: boolean) => void;
  focus: (id: string) => void;
  toggle: (id: string, isRange: boolean) => void;
};

type MessageRowProps = {
  row: Row;
  query: InboxQuery;
  isOpen: boolean;
  isSelected: boolean;
  /** Until the page is hydrated, a row is only a link. */
  isHydrated: boolean;
  /** Tab stops at one row only; j, k, and the arrow keys move it. */
  isTabStop: boolean;
  /** The row that keys act on, marked even while the focus is elsewhere. */
  isCursor: boolean;
  actions: MessageRowActions;
};

export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { row, query, isOpen, isSelected, isHydrated, isTabStop, isCursor, actions } = props;
  return (
    <li
      data-row={row.id}
      data-selected={isSelected || undefined}
      className={cn(
        "group relative border-b [contain-intrinsic-size:auto_4.125rem] [content-visibility:auto] hover:bg-accent/60",
        isSelected && "bg-primary/8 hover:bg-primary/12",
        isOpen && "bg-accent hover:bg-accent",
      )}
    >
      {isOpen || isCursor ? (
        <span
          aria-hidden
          className={cn(
            "absolute inset-y-0 left-0 w-0.5 max-lg:hidden",
            isOpen ? "bg-primary" : "bg-input",
          )}
        />
      ) : null}
      {isHydrated ? <RowBox {...props} /> : null}
      <InboxLink
        id={rowId(row.id)}
        href={inboxHref(query, { message: row.id, cursor: row.cursor })}
        tabIndex={isHydrated && !isTabStop ? -1 : undefined}
        aria-current={isOpen ? "true" : undefined}
        onFocus={() => actions.focus(row.id)}
        onFollow={({ isByKey }) => actions.open(row.id, isByKey)}
        className="grid scroll-mt-44 gap-0.5 py-2.5 pr-4 pl-10 focus-visible:-outline-offset-2 lg:scroll-mt-0"
      >
        <RowText {...props} />
      </InboxLink>
    </li>
  );
});

/** A checkbox in place of the unread dot. */
function RowBox({ row, isSelected, isTabStop, actions }: MessageRowProps) {
  return (
    <Label className="absolute inset-y-0 left-0 z-10 flex w-10 justify-center pt-3 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 in-data-selecting:opacity-100">
      <Checkbox
        aria-label={`Select message from ${senderOf(row)}`}
        checked={isSelected}
        tabIndex={isTabStop ? undefined : -1}
        onChange={({ nativeEvent }) =>
          actions.toggle(row.id, "shiftKey" in nativeEvent && nativeEvent.shiftKey === true)
        }
      />
    </Label>
  );
}

const SPAM_LABELS: Readonly<Record<NonNullable<Row["spamReason"]>, string>> = {
  honeypot: "Honeypot",
  blocked_sender: "Blocked sender",
  blocked_word: "Blocked word",
  content: "Looks like spam",
  manual: "Moved manually",
};

function answeredText({ answeredBy }: Row): string {
  return answeredBy ? `Answered by ${answeredBy.name}` : "Answered";
}

function RowText({ row, query }: MessageRowProps) {
  const showsFolder = query.folder === "all";
  return (
    <>
      {row.read ? null : (
        <span className="absolute top-4 left-4 size-2 rounded-full bg-primary group-focus-within:opacity-0 group-hover:opacity-0 in-data-selecting:opacity-0">
          <span className="sr-only">Unread: </span>
        </span>
      )}
      <span className="flex items-baseline gap-2">
        <bdi className={cn("min-w-0 shrink truncate", !row.read && "font-semibold")}>
          {senderOf(row)}
        </bdi>
        {query.formId === undefined ? (
          <bdi className="min-w-12 flex-1 truncate text-xs text-muted-foreground">
            {row.formName}
          </bdi>
        ) : null}
        <RelativeTime
          at={row.receivedAt}
          className="ml-auto shrink-0 pl-1 text-xs text-muted-foreground"
        />
      </span>
      <span className="flex items-center gap-2 text-muted-foreground">
        <bdi className="min-w-0 flex-1 truncate">{row.preview || " "}</bdi>
        {row.hasFailed && row.folder !== "spam" ? (
          <span title="An email or event wasn’t delivered" className="text-destructive">
            <TriangleAlert aria-hidden className="size-3.5" />
            <span className="sr-only">Not delivered</span>
          </span>
        ) : null}
        {row.answeredAt === null ? null : (
          <span title={answeredText(row)} className="text-success">
            <Reply aria-hidden className="size-3.5" />
            <span className="sr-only">{answeredText(row)}</span>
          </span>
        )}
        {row.hasNotes ? (
          <span title="Has notes">
            <StickyNote aria-hidden className="size-3.5" />
            <span className="sr-only">Has notes</span>
          </span>
        ) : null}
        {row.assignee ? (
          <span
            title={`Assigned to ${row.assignee.name}`}
            className="inline-flex h-5 max-w-20 items-center rounded-sm bg-muted px-1.5 text-xs"
          >
            <span className="sr-only">Assigned to </span>
            <bdi className="truncate">{row.assignee.name}</bdi>
          </span>
        ) : null}
        {row.attachmentCount > 0 ? (
          <span className="inline-flex items-center gap-1 text-xs">
            <Paperclip aria-hidden className="size-3" />
            <span aria-hidden className="tabular">
              {row.attachmentCount}
            </span>
            <span className="sr-only">{countOf(row.attachmentCount, "file")}</span>
          </span>
        ) : null}
        {row.suspected && row.folder !== "spam" ? (
          <span className="shrink-0 text-xs text-warning">Looks like spam</span>
        ) : null}
        {row.spamReason ? (
          <span className="shrink-0 text-xs">
            {showsFolder ? "Spam" : SPAM_LABELS[row.spamReason]}
          </span>
        ) : null}
        {showsFolder && row.folder === "archive" ? <Badge>Archive</Badge> : null}
      </span>
    </>
  );
}
