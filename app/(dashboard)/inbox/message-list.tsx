import { ArrowUp, LoaderCircle } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef } from "react";
import { blocksOf, type Row } from "#components/inbox/list-rows";
import { Button } from "#components/ui/button";
import { useIsInBrowser } from "#components/ui/clock";
import { cn } from "#components/ui/cn";
import { countOf } from "#lib/core/count";
import { type InboxQuery, inboxHref, listHref } from "./inbox-href";
import { type Go, isPlainPress, ListLink } from "./list-link";
import { MessageBlock } from "./message-block";
import type { Choice } from "./use-choice";
import type { InboxList } from "./use-list";
import type { Reading } from "./use-reading";

type MessageListProps = {
  query: InboxQuery;
  list: InboxList;
  reading: Reading;
  choice: Choice;
  go: Go;
  isPending: boolean;
  /** Whether rows can move without anybody noticing who reads or points. */
  onAtTop: (isAtTop: boolean) => void;
  empty: ReactNode;
};

/** Rows that are all drawn, near or far: the browser's own search finds what they say. */
const MANY = 500;

function within(rows: readonly Row[], id: string | null): string | null {
  return id !== null && rows.some((row) => row.id === id) ? id : null;
}

export function MessageList(props: MessageListProps) {
  const { query, list, reading, choice, isPending, empty } = props;
  const isAlive = useIsInBrowser();
  const blocks = useMemo(() => blocksOf(list.rows), [list.rows]);
  const calls = useRef({ reading, choice });
  useEffect(() => {
    calls.current = { reading, choice };
  });
  const open = useCallback((id: string, byKey: boolean) => {
    calls.current.reading.open(id, { focusesHeading: byKey });
  }, []);
  const focus = useCallback((id: string) => calls.current.reading.setCursor(id), []);
  const toggle = useCallback((id: string, isRange: boolean) => {
    calls.current.choice.toggle(id, isRange);
  }, []);
  return (
    <div
      key={list.key}
      data-message-list
      data-choosing={choice.ids.size > 0 || undefined}
      aria-busy={isPending || undefined}
      className={cn(
        "relative flex-1 transition-opacity duration-150 lg:min-h-0 lg:overflow-y-auto",
        isPending && "opacity-60",
      )}
    >
      <TopMark onAtTop={props.onAtTop} />
      {list.start !== null ? (
        <ListLink
          href={listHref(query, {})}
          go={props.go}
          className="flex h-10 items-center justify-center border-b text-primary hover:bg-accent"
        >
          Back to the newest
        </ListLink>
      ) : null}
      {choice.isAllShown && list.nextCursor ? (
        <MoreToChoose count={list.rows.length} choice={choice} />
      ) : null}
      {list.rows.length === 0 ? (
        empty
      ) : (
        <ul aria-label="Messages">
          {blocks.map(({ key, rows }) => (
            <MessageBlock
              key={key}
              query={query}
              rows={rows}
              openId={within(rows, reading.openId)}
              cursorId={within(rows, reading.cursorId)}
              tabStopId={within(rows, reading.tabStopId)}
              chosenIds={choice.ids}
              isAlive={isAlive}
              isMany={list.rows.length > MANY}
              onOpen={open}
              onFocus={focus}
              onToggle={toggle}
            />
          ))}
        </ul>
      )}
      <ListEnd query={query} list={list} />
    </div>
  );
}

/** Tells whether the beginning of the list is seen. */
function TopMark({ onAtTop }: { onAtTop: (isAtTop: boolean) => void }) {
  const mark = useRef<HTMLSpanElement>(null);
  const tell = useEffectEvent(onAtTop);
  useEffect(() => {
    if (!mark.current) return;
    const observer = new IntersectionObserver((news) => tell(news.at(-1)?.isIntersecting ?? true));
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  return <span ref={mark} aria-hidden className="absolute top-0 h-2 w-px" />;
}

function MoreToChoose({ count, choice }: { count: number; choice: Choice }) {
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2 border-b bg-muted/60 px-3 py-2 text-xs">
      Selected {countOf(count, "message")}, all that are shown.
      <button type="button" className="link" onClick={() => void choice.chooseMatching()}>
        Choose all that match
      </button>
    </p>
  );
}

/** The list scrolls by itself, or with the page. */
const NEAR = { rootMargin: "600px", scrollMargin: "600px" };

/** Older messages come as one nears the end; a link does it where nothing else does. */
function ListEnd({ query, list }: { query: InboxQuery; list: InboxList }) {
  const end = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(() => {
    if (list.nextCursor && list.loading === "idle") void list.loadMore();
  });
  const { nextCursor } = list;
  useEffect(() => {
    if (!end.current || nextCursor === null) return;
    // Of several at once the last one tells how it is now.
    const observer = new IntersectionObserver(
      (news) => news.at(-1)?.isIntersecting && near(),
      NEAR,
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [nextCursor]);
  if (nextCursor === null) return null;
  return (
    <div ref={end} className="flex h-14 items-center justify-center p-3">
      {list.loading === "loading" ? (
        <span role="status" className="flex items-center gap-2 text-muted-foreground">
          <LoaderCircle aria-hidden className="size-4 animate-spin" />
          Loading older messages
        </span>
      ) : (
        <a
          href={inboxHref(query, { message: null, cursor: nextCursor })}
          onClick={(event) => {
            if (!isPlainPress(event)) return;
            event.preventDefault();
            void list.loadMore();
          }}
          className="link"
        >
          {list.loading === "failed" ? "Older messages did not load. Try again" : "Load more"}
        </a>
      )}
    </div>
  );
}

type ArrivalsPillProps = { list: InboxList; onReveal: () => void };

/** New messages wait behind a button while somebody reads the list. */
export function ArrivalsPill({ list, onReveal }: ArrivalsPillProps) {
  const count = list.waiting.length;
  const text = `${countOf(count, "new message")}${list.isCut ? " and more" : ""}`;
  return (
    <div role="status" className="relative z-20 h-0 text-center max-lg:sticky max-lg:top-24">
      {count > 0 ? (
        <Button
          size="sm"
          title="Show them (n)"
          aria-keyshortcuts="n"
          onClick={onReveal}
          className="mt-2 h-8 animate-in rounded-full px-3 shadow-pop duration-150 fade-in-0 slide-in-from-top-2"
        >
          <ArrowUp aria-hidden />
          {text}
        </Button>
      ) : null}
    </div>
  );
}
