import { useEffect, useRef } from "react";

export const rowId = (id: string) => `row-${id}`;
export const HEADING_ID = "message-heading";
/** From this width on the list and the message are side by side; below, one of them shows. */
export const WIDE = "(min-width: 64rem)";

type FocusTarget = "heading" | { row: string };

function isVisible(element: HTMLElement | null): element is HTMLElement {
  return element !== null && element.getClientRects().length > 0;
}

/** @returns whether there was something to focus, or the target is a row that isn't shown anymore */
function focus(target: FocusTarget): boolean {
  const heading = document.getElementById(HEADING_ID);
  const row = target === "heading" ? null : document.getElementById(rowId(target.row));
  if (isVisible(row)) {
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  } else if (isVisible(heading)) heading.focus({ preventScroll: true });
  else return target !== "heading";
  return true;
}

/**
 * Moves the focus after the next render. A heading that isn't there yet gets it as soon as
 * `focusPending` runs with it in place.
 */
export function useFocusAfterRender() {
  const pending = useRef<FocusTarget | null>(null);
  const focusPending = () => {
    if (pending.current !== null && focus(pending.current)) pending.current = null;
  };
  useEffect(focusPending);
  const focusAfterRender = (target: FocusTarget) => {
    pending.current = target;
  };
  return { focusAfterRender, focusPending };
}

/** Returns whether the focus is where it would be lost with a message that leaves the list. */
export function isFocusLeaving(): boolean {
  const { activeElement } = document;
  if (activeElement === document.body || activeElement === null) return true;
  return (
    activeElement.closest("[data-message-list], [data-selection-bar], [data-message-text]") !== null
  );
}

/** Returns whether someone points into the list or moves through it by keys: then its rows must not move. */
export function isListInUse(): boolean {
  const list = document.querySelector("[data-message-list]");
  if (!list) return false;
  return list.contains(document.activeElement) || list.matches(":hover");
}
