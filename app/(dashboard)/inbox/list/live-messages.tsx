import { ArrowUp } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { usePolling } from "#components/shell/use-polling.ts";
import { Button } from "#components/ui/button";
import { countOf } from "#lib/core/count";
import type { InboxPage } from "#lib/domain/submissions/inbox/inbox-schema";
import { isListInUse } from "../focus";
import { useInboxNavigation, useRefresh } from "../inbox-navigation";
import type { Changes } from "../optimistic-updates";
import type { MessageList } from "./use-message-list";

/**
 * Shows new messages on top if the top of the list is in view and no one is using it. Otherwise they
 * wait behind a button, and nothing moves. Returns what to call when the top comes into view.
 */
export function useLiveMessages(page: InboxPage, list: MessageList, changes: Changes) {
  const { query } = useInboxNavigation();
  const refresh = useRefresh();
  const isAtTop = useRef(true);
  const seen = useRef(new Set<string>());
  const { items } = list.live;
  const onArrivals = useEffectEvent((items: MessageList["live"]["items"]) => {
    for (const { id } of page.data) seen.current.add(id);
    const added = items.filter(({ id }) => !seen.current.has(id));
    if (added.length === 0) return;
    for (const { id } of added) seen.current.add(id);
    const canMove = isAtTop.current && list.start === null && !list.live.isCut && !isListInUse();
    if (canMove) void list.showWaiting();
    // The counts of folders and forms come from the server.
    refresh();
  });
  useEffect(() => onArrivals(items), [items]);

  // A message was moved into this list, but its page was read before the move was done.
  const isBehind = changes.states.some(
    ({ data, variables }) =>
      data !== undefined &&
      data.doneAt >= page.asOf &&
      variables?.some(({ id, to }) => to.folder === query.folder && !list.allIds.has(id)),
  );
  const onStale = useEffectEvent(refresh);
  useEffect(() => {
    if (isBehind) onStale();
  }, [isBehind]);
  // Others, or another tab, may have changed something since.
  usePolling(refresh);

  return (atTop: boolean) => {
    isAtTop.current = atTop;
  };
}

/** Explains why no new messages appear, if they don't. */
export function LiveStatus({ status }: Pick<MessageList["live"], "status">) {
  return (
    <div
      role="status"
      className="bg-warning-soft px-4 py-2 text-xs text-warning empty:hidden border-b"
    >
      {status === "signed-out" ? (
        <>
          You’re signed out.{" "}
          <a
            href={`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`}
            className="font-medium underline underline-offset-4"
          >
            Sign in
          </a>{" "}
          to see new messages.
        </>
      ) : null}
      {status === "lost"
        ? "Can’t reach the service. New messages will appear once it’s back."
        : null}
    </div>
  );
}

type NewMessagesProps = { list: MessageList; onShow: () => void };

/** New messages wait behind this button while someone reads the list. */
export function NewMessagesButton({ list, onShow }: NewMessagesProps) {
  const count = list.waiting.length;
  return (
    <div role="status" className="relative z-20 h-0 text-center max-lg:sticky max-lg:top-24">
      {count > 0 ? (
        <Button
          size="sm"
          title="Show them (n)"
          aria-keyshortcuts="n"
          onClick={onShow}
          className="mt-2 h-8 animate-in rounded-full px-3 shadow-pop duration-150 fade-in-0 slide-in-from-top-2"
        >
          <ArrowUp aria-hidden />
          {countOf(count, "new message")}
          {list.live.isCut ? " and more" : ""}
        </Button>
      ) : null}
    </div>
  );
}
