import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { InboxMessage } from "#lib/domain/submissions/inbox/inbox-schema";
import { type Changes, changeMessage } from "../changes";
import { isFocusLeaving, useFocusAfterRender, WIDE } from "../focus";
import { showUrl, useInboxNavigation } from "../inbox-navigation";
import { inboxHref } from "../inbox-url";
import type { Row } from "../list/list-pages";
import type { LoadedMessages } from "../list/use-message-list";
import { messageOptions } from "../queries";

/** The message in the page's URL: null if it doesn't exist, undefined if the URL has none. */
export type RenderedMessage = InboxMessage | null | undefined;

export type OpenedMessage = ReturnType<typeof useOpenMessage>;

/**
 * Fetches the open message. The one that the page was rendered with shows immediately.
 *
 * @returns its `data` with changes applied; null if it doesn't exist, undefined while it isn't loaded
 */
export function useOpenMessage(openId: string | null, rendered: RenderedMessage, changes: Changes) {
  const { query } = useInboxNavigation();
  const opened = useQuery({
    ...messageOptions(openId),
    initialData: openId === query.message ? rendered : undefined,
  });
  const data = useMemo(() => {
    if (!opened.data) return opened.data;
    const message = changeMessage(opened.data.message, changes);
    return message.isDeleted ? null : { ...opened.data, message };
  }, [opened.data, changes]);
  return { data, error: opened.error, refetch: opened.refetch };
}

export type ActiveMessage = ReturnType<typeof useActiveMessage>;

/** Returns the nearest message in a direction that is shown and isn't about to be removed. */
function neighborOf(
  list: LoadedMessages,
  id: string,
  by: 1 | -1,
  leaving: ReadonlySet<string> = new Set(),
): Row | undefined {
  const shown = new Map(list.rows.map((row) => [row.id, row]));
  const at = list.allRows.findIndex((row) => row.id === id);
  for (let index = at + by; at >= 0 && index >= 0 && index < list.allRows.length; index += by) {
    const row = shown.get(list.allRows[index]?.id ?? "");
    if (row && !leaving.has(row.id)) return row;
  }
  return undefined;
}

/** The open message, the one that keys act on, and functions to move between them. */
export function useActiveMessage(list: LoadedMessages, openId: string | null) {
  const { query } = useInboxNavigation();
  const client = useQueryClient();
  const prefetchMessage = (id: string) => void client.prefetchQuery(messageOptions(id));
  const [cursor, setCursorState] = useState<{ id: string; openId: string | null } | null>(null);
  const setCursor = (id: string, open = openId) => setCursorState({ id, openId: open });
  const { focusAfterRender, focusPending } = useFocusAfterRender();
  // A message that is opened in other ways, such as Back, takes the cursor along.
  const known = cursor && cursor.openId === openId ? cursor.id : (openId ?? cursor?.id ?? null);
  /** The row that keys act on; null until someone has pointed at one. */
  const cursorId = known !== null && list.allIds.has(known) ? known : null;
  const tabStopId = cursorId ?? list.rows[0]?.id ?? null;
  const closedHref = inboxHref(query, { message: null, cursor: list.start });

  const open = (id: string, { replaces = false, focusesHeading = false } = {}) => {
    const row = list.allRows.find((one) => one.id === id);
    setCursor(id, id);
    prefetchMessage(id);
    showUrl(
      inboxHref(query, { message: id, ...(row ? { cursor: row.cursor } : {}) }),
      replaces ? "replace" : "push",
    );
    if (focusesHeading || !matchMedia(WIDE).matches) focusAfterRender("heading");
    const next = neighborOf(list, id, 1);
    if (next) prefetchMessage(next.id);
  };

  const close = () => {
    if (openId === null) return;
    setCursor(openId, null);
    showUrl(closedHref, "push");
    focusAfterRender({ row: openId });
  };

  /** Moves to the next older message, or with -1 to the next newer one. */
  const step = (by: 1 | -1) => {
    const target = cursorId === null ? list.rows[0] : neighborOf(list, cursorId, by);
    if (!target) return by === 1 && list.nextCursor ? list.loadMore() : undefined;
    if (openId !== null) open(target.id, { replaces: true });
    else setCursor(target.id);
    focusAfterRender({ row: target.id });
  };

  /** Moves on to a neighbor of messages that leave the list. */
  const leave = (ids: ReadonlySet<string>) => {
    const left = [openId, cursorId].find((id) => id !== null && ids.has(id));
    if (!left) return;
    const next = neighborOf(list, left, 1, ids) ?? neighborOf(list, left, -1, ids);
    const isFocusing = isFocusLeaving();
    if (left !== openId) {
      if (next) setCursor(next.id);
    } else if (next && matchMedia(WIDE).matches) open(next.id, { replaces: true });
    else {
      // Narrow screens show one pane at a time and go back to the list.
      showUrl(closedHref, "replace");
      if (next) setCursor(next.id, null);
    }
    if (next && isFocusing) focusAfterRender({ row: next.id });
  };

  return { openId, cursorId, tabStopId, open, close, step, leave, setCursor, focusPending };
}
