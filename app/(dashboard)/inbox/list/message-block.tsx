import { memo, useCallback, useState } from "react";
import { WIDE } from "../focus";
import { type InboxQuery, inboxHref } from "../inbox-url";
import type { Row } from "./list-pages";
import { MessageRow, type RowActions } from "./message-row";

type BlockProps = {
  query: InboxQuery;
  /** One page of the list. */
  rows: readonly Row[];
  /** Null if the row is in another block. */
  openId: string | null;
  cursorId: string | null;
  tabStopId: string | null;
  selectedIds: ReadonlySet<string>;
  isHydrated: boolean;
  /** Blocks far from the viewport are left out. */
  isMany: boolean;
  actions: RowActions;
};

/** A block is at most 3,300 px high, so it's out of view before it's left out. */
const FAR = "5000px";

function areSame(one: BlockProps, other: BlockProps): boolean {
  const { rows: oneRows, selectedIds: oneSelected, ...oneRest } = one;
  const { rows, selectedIds, ...rest } = other;
  const names = Object.keys(rest) as (keyof typeof rest)[];
  return (
    names.every((name) => oneRest[name] === rest[name]) &&
    oneRows.length === rows.length &&
    rows.every(
      (row, at) => row === oneRows[at] && oneSelected.has(row.id) === selectedIds.has(row.id),
    )
  );
}

/**
 * One page of rows, rendered again only when it changes. In a long list, a page far from the viewport
 * is an empty space of the same height, so that rendering doesn't slow down with the list's length.
 */
export const MessageBlock = memo(function MessageBlock(props: BlockProps) {
  const { query, rows, openId, cursorId, tabStopId, selectedIds, isMany } = props;
  const [emptyHeight, setEmptyHeight] = useState<number | null>(null);
  const isActive = openId !== null || cursorId !== null || tabStopId !== null;
  const isRendered = !isMany || isActive || emptyHeight === null;
  const observe = useCallback(
    (element: HTMLLIElement | null) => {
      if (!element || !isMany) return;
      const root = matchMedia(WIDE).matches ? element.closest("[data-message-list]") : null;
      const observer = new IntersectionObserver(
        (entries) => {
          const isNear = entries.at(-1)?.isIntersecting;
          // A height of zero means that the whole list is hidden.
          setEmptyHeight((known) => (isNear ? null : known || element.offsetHeight || null));
        },
        { root, rootMargin: FAR },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [isMany],
  );

  if (!isRendered)
    return <li ref={observe} aria-hidden style={{ height: (emptyHeight ?? 0) * rows.length }} />;
  return rows.map((row, at) => (
    <MessageRow
      key={row.id}
      ref={at === 0 ? observe : undefined}
      row={row}
      href={inboxHref(query, { message: row.id, cursor: row.cursor })}
      isOpen={row.id === openId}
      isTabStop={row.id === tabStopId}
      isCursor={row.id === cursorId}
      isSelected={selectedIds.has(row.id)}
      showsFolder={query.folder === "all"}
      showsForm={query.formId === undefined}
      isHydrated={props.isHydrated}
      actions={props.actions}
    />
  ));
}, areSame);
