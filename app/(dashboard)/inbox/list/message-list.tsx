import { LoaderCircle } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useIsInBrowser } from "#components/ui/clock";
import { cn } from "#components/ui/cn.ts";
import { countOf, formatCount } from "#lib/core/count";
import type { MatchCount } from "#lib/domain/submissions/inbox/inbox-schema";
import { MAX_CHANGED_AT_ONCE } from "#lib/domain/submissions/inbox/limits";
import { InboxLink, ListLink, useInboxNavigation } from "../inbox-navigation";
import { inboxHref, listHref } from "../inbox-url";
import type { ActiveMessage } from "../message/use-active-message";
import type { Selection } from "../selection/use-selection";
import { EmptyList } from "./empty-list";
import { MessageRow, type MessageRowActions } from "./message-row";
import { useLongPress } from "./use-long-press";
import type { LoadedMessages as List } from "./use-message-list";

type MessageListProps = {
  list: List;
  active: ActiveMessage;
  selection: Selection;
  /** How many match; null if that isn’t known. */
  count: MatchCount | null;
  onTopVisible: (isVisible: boolean) => void;
};

export function MessageList(props: MessageListProps) {
  const { list, active, selection, count, onTopVisible } = props;
  const { query, isPending } = useInboxNavigation();
  const isHydrated = useIsInBrowser();
  const current = useRef({ active, selection });
  useEffect(() => {
    current.current = { active, selection };
  });
  const [actions] = useState<MessageRowActions>(() => ({
    open: (id, isByKey) => current.current.active.open(id, { focusesHeading: isByKey }),
    focus: (id) => current.current.active.setCursor(id),
    toggle: (id, isRange) => current.current.selection.toggle(id, isRange),
  }));
  const longPress = useLongPress((id) => actions.toggle(id, false));
  return (
    <div
      key={list.key}
      data-message-list
      data-selecting={selection.ids.size > 0 || undefined}
      aria-busy={isPending || undefined}
      className={cn(
        "relative flex-1 transition-opacity duration-150 lg:min-h-0 lg:overflow-y-auto",
        isPending && "opacity-60",
      )}
    >
      <Watched className="absolute top-0 h-2 w-px" onChange={onTopVisible} />
      {list.start !== null ? (
        <ListLink
          href={listHref(query, {})}
          className="flex h-10 items-center justify-center border-b text-primary hover:bg-accent"
        >
          Back to newest
        </ListLink>
      ) : null}
      {selection.areAllShown && (list.nextCursor || selection.matching) ? (
        <SelectMatching selection={selection} count={count} />
      ) : null}
      {list.rows.length === 0 ? (
        <EmptyList />
      ) : (
        <ul
          aria-label="Messages"
          className="pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none]"
          {...longPress}
        >
          {list.rows.map((row) => (
            <MessageRow
              key={row.id}
              row={row}
              query={query}
              isOpen={row.id === active.openId}
              isTabStop={row.id === active.tabStopId}
              isCursor={row.id === active.cursorId}
              isSelected={selection.ids.has(row.id)}
              isHydrated={isHydrated}
              actions={actions}
            />
          ))}
        </ul>
      )}
      {list.nextCursor === null ? null : (
        <ListEnd key={list.nextCursor} list={list} nextCursor={list.nextCursor} />
      )}
    </div>
  );
}

type WatchedProps = {
  className: string;
  /** The distance outside of the view that still counts. */
  margin?: string;
  onChange: (isVisible: boolean) => void;
  children?: ReactNode;
};

function Watched({ className, margin = "0px", onChange, children }: WatchedProps) {
  const box = useRef<HTMLDivElement>(null);
  const report = useEffectEvent(onChange);
  useEffect(() => {
    if (!box.current) return;
    const observer = new IntersectionObserver(
      (entries) => report(entries.at(-1)?.isIntersecting ?? true),
      // The list scrolls in its own box, or with the page.
      { rootMargin: margin, scrollMargin: margin },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [margin]);
  return (
    <div ref={box} className={className}>
      {children}
    </div>
  );
}

/** Says how many are selected with the button, where that’s known. */
function selectLabel(count: MatchCount | null): string {
  if (count === null || count.isCut) return "Select all that match";
  return count.count > MAX_CHANGED_AT_ONCE
    ? `Select the newest ${MAX_CHANGED_AT_ONCE} of ${formatCount(count.count)}`
    : `Select all ${formatCount(count.count)} that match`;
}

type SelectMatchingProps = { selection: Selection; count: MatchCount | null };

function SelectMatching({ selection, count: matchCount }: SelectMatchingProps) {
  const { ids, matching } = selection;
  const count = countOf(ids.size, "message");
  return (
    <p
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-2 border-b bg-muted/60 px-3 py-2 text-xs"
    >
      {matching === null ? (
        <>
          Only the {count} shown so far are selected.
          <button type="button" className="link" onClick={() => void selection.selectMatching()}>
            {selectLabel(matchCount)}
          </button>
        </>
      ) : matching === "all" ? (
        `All ${count} that match are selected.`
      ) : (
        `The newest ${count} that match are selected, the most at a time.`
      )}
    </p>
  );
}

/** Loads older messages near the end of the list; the link does it where that doesn't work. */
function ListEnd({ list, nextCursor }: { list: List; nextCursor: string }) {
  const { query } = useInboxNavigation();
  return (
    <Watched
      className="flex h-14 items-center justify-center p-3"
      margin="600px"
      onChange={(isNear) => {
        if (isNear && !list.isLoading && !list.hasFailed) list.loadMore();
      }}
    >
      {list.isLoading ? (
        <span role="status" className="flex items-center gap-2 text-muted-foreground">
          <LoaderCircle aria-hidden className="size-4 animate-spin" />
          Loading older messages
        </span>
      ) : (
        <InboxLink
          href={inboxHref(query, { message: null, cursor: nextCursor })}
          onFollow={list.loadMore}
          className="link"
        >
          {list.hasFailed ? "Couldn’t load older messages. Try again" : "Load more"}
        </InboxLink>
      )}
    </Watched>
  );
}
