import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import type { InboxMessage } from "#lib/submissions/inbox-schema";
import { isFocusLeaving, useFocusAfterRender, WIDE } from "../focus";
import { showUrl } from "../inbox-navigation";
import type { InboxQuery } from "../inbox-query";
import { inboxHref } from "../inbox-url";
import type { Row } from "../list/list-pages";
import type { MessageList } from "../list/use-message-list";
import { applyPendingChanges, type Changes } from "../optimistic-updates";
import { messageOptions } from "../queries";

/** The message the page was rendered with: the one its URL names, or "gone" if there is none. */
export type RenderedMessage = InboxMessage | "gone" | null;

export type OpenMessage = {
  /** With changes applied; null if it doesn't exist, undefined while it loads or if it can't. */
  data: InboxMessage | null | undefined;
  error: Error | null;
  refetch: () => Promise<unknown>;
};

/** Fetches the open message. The one that the page was rendered with shows at once. */
export function useOpenMessage(
  openId: string | null,
  query: InboxQuery,
  rendered: RenderedMessage,
  changes: Changes,
): OpenMessage {
  const client = useQueryClient();
  const initial =
    rendered !== null && openId === query.message
      ? toInitialData(rendered === "gone" ? null : rendered)
      : {};
  const keepNewer = useEffectEvent((value: RenderedMessage) => {
    if (query.message === undefined || value === null) return;
    const next = value === "gone" ? null : value;
    client.setQueryData(messageOptions(query.message).queryKey, (known) =>
      known && next && known.asOf >= next.asOf ? known : next,
    );
  });
  useEffect(() => keepNewer(rendered), [rendered]);
  const { data: opened, error, refetch } = useQuery({ ...messageOptions(openId), ...initial });
  const data = useMemo(() => {
    if (!opened) return opened;
    const message = applyPendingChanges(opened.message, opened.asOf, changes);
    return message.isDeleted ? null : { ...opened, message };
  }, [opened, changes]);
  return { data, error, refetch };
}

function toInitialData(initialData: InboxMessage | null) {
  return { initialData, ...(initialData ? { initialDataUpdatedAt: initialData.asOf } : {}) };
}

export type ActiveMessage = {
  openId: string | null;
  /** The row that keys act on; null until someone has pointed at one. */
  cursorId: string | null;
  /** The row that Tab leads to. */
  tabStopId: string | null;
  open: (id: string, how?: { replaces?: boolean; focusesHeading?: boolean }) => void;
  close: () => void;
  /** Moves to the next older message, or with -1 to the next newer one. */
  step: (by: 1 | -1) => void;
  /** Moves on to a neighbor of messages that leave the list. */
  leave: (ids: ReadonlySet<string>) => void;
  setCursor: (id: string) => void;
};

/** The nearest message in a direction that is shown and not leaving. */
function neighborOf(
  list: MessageList,
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

/** Which message is open, which one keys act on, and how to move between them. */
export function useActiveMessage(
  query: InboxQuery,
  list: MessageList,
  openId: string | null,
): ActiveMessage {
  const client = useQueryClient();
  const prefetchMessage = (id: string) => void client.prefetchQuery(messageOptions(id));
  const [cursor, setCursorState] = useState<{ id: string; openId: string | null } | null>(null);
  const setCursor = (id: string, open = openId) => setCursorState({ id, openId: open });
  const focusAfterRender = useFocusAfterRender();
  // A message that is opened in other ways, such as Back, takes the cursor along.
  const known = cursor && cursor.openId === openId ? cursor.id : (openId ?? cursor?.id ?? null);
  const cursorId = known !== null && list.allIds.has(known) ? known : null;
  const tabStopId = cursorId ?? list.rows[0]?.id ?? null;
  const closedHref = inboxHref(query, { message: null, cursor: list.start });

  const open: ActiveMessage["open"] = (id, { replaces = false, focusesHeading = false } = {}) => {
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

  const step: ActiveMessage["step"] = (by) => {
    const target = cursorId === null ? list.rows[0] : neighborOf(list, cursorId, by);
    if (!target) return by === 1 && list.nextCursor ? list.loadMore() : undefined;
    if (openId !== null) open(target.id, { replaces: true });
    else setCursor(target.id);
    focusAfterRender({ row: target.id });
  };

  const leave: ActiveMessage["leave"] = (ids) => {
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

  return { openId, cursorId, tabStopId, open, close, step, leave, setCursor };
}
