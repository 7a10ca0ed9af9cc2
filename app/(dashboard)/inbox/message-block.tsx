import { memo, useEffect, useRef, useState } from "react";
import type { Row } from "#components/inbox/list-rows";
import { WIDE } from "./focus";
import { type InboxQuery, inboxHref } from "./inbox-href";
import { MessageRow } from "./message-row";

export type BlockProps = {
  query: InboxQuery;
  /** One page of the list. */
  rows: readonly Row[];
  /** Rows by what is so of them; null where it is a row of another block. */
  openId: string | null;
  cursorId: string | null;
  tabStopId: string | null;
  chosenIds: ReadonlySet<string>;
  isAlive: boolean;
  /** So many are listed that those far away are left out. */
  isMany: boolean;
  onOpen: (id: string, byKey: boolean) => void;
  onFocus: (id: string) => void;
  onToggle: (id: string, isRange: boolean) => void;
};

/** A block is at most some 3,300 px high: it has left the window before it is left out. */
const FAR = "5000px";

function areSame(one: BlockProps, other: BlockProps): boolean {
  const { rows: oneRows, chosenIds: oneChosen, ...oneRest } = one;
  const { rows, chosenIds, ...rest } = other;
  const names = Object.keys(rest) as (keyof typeof rest)[];
  return (
    names.every((name) => oneRest[name] === rest[name]) &&
    oneRows.length === rows.length &&
    rows.every((row, at) => row === oneRows[at] && oneChosen.has(row.id) === chosenIds.has(row.id))
  );
}

/**
 * Some rows of the list, drawn again only when they change. Of a long list those far from the window
 * are an empty space of their height: what it costs does not grow with what was read.
 */
export const MessageBlock = memo(function MessageBlock(props: BlockProps) {
  const { query, rows, openId, cursorId, tabStopId, chosenIds, isMany } = props;
  const first = useRef<HTMLLIElement>(null);
  const [leftOutHeight, setLeftOutHeight] = useState<number | null>(null);
  const isPointedOut = openId !== null || cursorId !== null || tabStopId !== null;
  const isDrawn = !isMany || isPointedOut || leftOutHeight === null;
  const firstId = rows[0]?.id;

  // biome-ignore lint/correctness/useExhaustiveDependencies: with these the element is another one
  useEffect(() => {
    const element = first.current;
    if (!element || !isMany) return;
    const root = matchMedia(WIDE).matches ? element.closest("[data-message-list]") : null;
    const observer = new IntersectionObserver(
      (news) => {
        const isNear = news.at(-1)?.isIntersecting;
        // Without a height nothing of the list is shown, and nothing can be said.
        setLeftOutHeight((known) => (isNear ? null : known || element.offsetHeight || null));
      },
      { root, rootMargin: FAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isMany, isDrawn, firstId]);

  if (!isDrawn)
    return <li ref={first} aria-hidden style={{ height: (leftOutHeight ?? 0) * rows.length }} />;
  return rows.map((row, at) => (
    <MessageRow
      key={row.id}
      ref={at === 0 ? first : undefined}
      row={row}
      href={inboxHref(query, { message: row.id, cursor: row.cursor })}
      isOpen={row.id === openId}
      isTabStop={row.id === tabStopId}
      isCursor={row.id === cursorId}
      isChosen={chosenIds.has(row.id)}
      showsFolder={query.folder === "all"}
      showsForm={query.formId === undefined}
      isAlive={props.isAlive}
      onOpen={props.onOpen}
      onFocus={props.onFocus}
      onToggle={props.onToggle}
    />
  ));
}, areSame);
