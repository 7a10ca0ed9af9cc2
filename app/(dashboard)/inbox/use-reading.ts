import { useState } from "react";
import type { Row } from "#components/inbox/list-rows";
import { wantMessage } from "#components/inbox/message-cache";
import { isFocusLeaving, useFocusLater, WIDE } from "./focus";
import { showAddress } from "./inbox-address";
import { type InboxQuery, inboxHref } from "./inbox-href";
import type { InboxList } from "./use-list";

export type Reading = {
  openId: string | null;
  /** The row that keys act on; null until one was pointed out: nothing happens to what nobody chose. */
  cursorId: string | null;
  /** The row that Tab leads to. */
  tabStopId: string | null;
  open: (id: string, how?: { replaces?: boolean; focusesHeading?: boolean }) => void;
  close: () => void;
  /** To the next older message, or with -1 to the next newer one. */
  step: (by: 1 | -1) => void;
  /** Goes on to a neighbour of messages that are leaving the list. */
  leave: (ids: ReadonlySet<string>) => void;
  setCursor: (id: string) => void;
};

/** The message nearest to `id` in a direction that is shown and none of `leaving`. */
function neighbourOf(
  list: InboxList,
  id: string,
  by: 1 | -1,
  leaving: ReadonlySet<string>,
): Row | undefined {
  const shown = new Map(list.rows.map((row) => [row.id, row]));
  const at = list.allRows.findIndex((row) => row.id === id);
  for (let index = at + by; at >= 0 && index >= 0 && index < list.allRows.length; index += by) {
    const row = shown.get(list.allRows[index]?.id ?? "");
    if (row && !leaving.has(row.id)) return row;
  }
  return undefined;
}

/** Which message is open and which the keys act on; moving between them. */
export function useReading(query: InboxQuery, list: InboxList, openId: string | null): Reading {
  const [cursor, setCursorState] = useState<{ id: string; openId: string | null } | null>(null);
  const setCursor = (id: string, open = openId) => setCursorState({ id, openId: open });
  const focusLater = useFocusLater();
  // What is opened by other ways, like Back, takes the cursor along.
  const known = cursor && cursor.openId === openId ? cursor.id : (openId ?? cursor?.id ?? null);
  const cursorId = known !== null && list.allRows.some(({ id }) => id === known) ? known : null;
  const tabStopId = cursorId ?? list.rows[0]?.id ?? null;
  const listAddress = inboxHref(query, { message: null, cursor: list.start });
  const hrefOf = (row: Row) => inboxHref(query, { message: row.id, cursor: row.cursor });

  const open: Reading["open"] = (id, { replaces = false, focusesHeading = false } = {}) => {
    const row = list.allRows.find((one) => one.id === id);
    setCursor(id, id);
    wantMessage(id);
    showAddress(
      row ? hrefOf(row) : inboxHref(query, { message: id }),
      replaces ? "replace" : "push",
    );
    if (focusesHeading || !matchMedia(WIDE).matches) focusLater("heading");
    // The next one is most likely what is read next.
    const next = neighbourOf(list, id, 1, new Set());
    if (next) wantMessage(next.id);
  };

  const close = () => {
    if (openId === null) return;
    setCursor(openId, null);
    showAddress(listAddress, "push");
    focusLater({ row: openId });
  };

  const step: Reading["step"] = (by) => {
    const target = cursorId === null ? list.rows[0] : neighbourOf(list, cursorId, by, new Set());
    if (!target) return by === 1 && list.nextCursor ? void list.loadMore() : undefined;
    if (openId !== null) open(target.id, { replaces: true });
    else setCursor(target.id);
    focusLater({ row: target.id });
  };

  const leave: Reading["leave"] = (ids) => {
    const left = [openId, cursorId].find((id) => id !== null && ids.has(id));
    if (!left) return;
    const next = neighbourOf(list, left, 1, ids) ?? neighbourOf(list, left, -1, ids);
    const isFocusing = isFocusLeaving();
    if (left !== openId) {
      if (next) setCursor(next.id);
    } else if (next && matchMedia(WIDE).matches) open(next.id, { replaces: true });
    else {
      // Where one pane is shown at a time, one goes back to the list.
      showAddress(listAddress, "replace");
      if (next) setCursor(next.id, null);
    }
    if (next && isFocusing) focusLater({ row: next.id });
  };

  return { openId, cursorId, tabStopId, open, close, step, leave, setCursor };
}
