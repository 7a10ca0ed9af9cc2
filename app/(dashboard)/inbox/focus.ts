import { useEffect, useRef } from "react";

export const rowId = (id: string) => `row-${id}`;
export const HEADING_ID = "message-heading";
/** Where the panes stand side by side; below it one of them is shown at a time. */
export const WIDE = "(min-width: 64rem)";

function isShown(element: HTMLElement | null): element is HTMLElement {
  return element !== null && element.getClientRects().length > 0;
}

function focus(where: "heading" | { row: string }): void {
  const heading = document.getElementById(HEADING_ID);
  const row = where === "heading" ? null : document.getElementById(rowId(where.row));
  if (isShown(row)) {
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  } else if (isShown(heading)) heading.focus({ preventScroll: true });
}

/** Moves the focus once what is to have it has been drawn. */
export function useFocusLater(): (where: "heading" | { row: string }) => void {
  const wanted = useRef<"heading" | { row: string } | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    focus(wanted.current);
    wanted.current = null;
  });
  return (where) => {
    wanted.current = where;
  };
}

/** Whether what has the focus goes with a message that leaves: its row, its text, the bar of the chosen. */
export function isFocusLeaving(): boolean {
  const { activeElement } = document;
  if (activeElement === document.body || activeElement === null) return true;
  return (
    activeElement.closest("[data-message-list], [data-choice-bar], [data-message-text]") !== null
  );
}

/** Whether somebody points into the list or goes through it by keys: then nothing in it may move. */
export function isListInUse(): boolean {
  const list = document.querySelector("[data-message-list]");
  if (!list) return false;
  return list.contains(document.activeElement) || list.matches(":hover");
}
