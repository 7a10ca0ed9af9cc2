import { useQueryClient } from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { usePolling } from "#components/shell/use-polling.ts";
import { Button } from "#components/ui/button";
import { countOf } from "#lib/core/count";
import { isListInUse } from "../focus";
import { COUNTS_KEY, CURRENT_KEY } from "../query-keys";
import type { LoadedMessages } from "./use-message-list";

/**
 * Shows new messages on top if the top of the list is in view and no one is using it. Otherwise they
 * wait behind a button, and nothing moves. Returns a function to call when the top comes into view.
 */
export function useLiveMessages(list: LoadedMessages) {
  const client = useQueryClient();
  const isAtTop = useRef(true);
  const seen = useRef(new Set<string>());
  const { items } = list.live;
  const onArrivals = useEffectEvent((items: LoadedMessages["live"]["items"]) => {
    const added = items.filter(({ id }) => !seen.current.has(id) && !list.allIds.has(id));
    if (added.length === 0) return;
    for (const { id } of added) seen.current.add(id);
    const canMove = isAtTop.current && list.start === null && !list.live.isCut && !isListInUse();
    if (canMove) void list.showWaiting();
    void client.invalidateQueries({ queryKey: COUNTS_KEY });
  });
  useEffect(() => onArrivals(items), [items]);

  // Another member or tab may have changed something since.
  usePolling(() => void client.invalidateQueries({ queryKey: CURRENT_KEY }));

  return (atTop: boolean) => {
    isAtTop.current = atTop;
  };
}

/** Explains why no new messages appear, if they don't. */
export function LiveStatus({ status }: Pick<LoadedMessages["live"], "status">) {
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

type NewMessagesProps = { list: LoadedMessages; onShow: () => void };

/** A button that shows the new messages, which wait while someone reads the list. */
export function NewMessagesButton({ list, onShow }: NewMessagesProps) {
  const count = list.waiting.length;
  return (
    <div role="status" className="relative z-20 h-0 text-center max-lg:sticky max-lg:top-24">
      {count > 0 ? (
        <Button
          size="sm"
          title="Show them (Shift+N)"
          aria-keyshortcuts="Shift+N"
          onClick={onShow}
          className="mt-2 h-8 rounded-full px-3 shadow-pop transition duration-150 starting:-translate-y-2 starting:opacity-0"
        >
          <ArrowUp aria-hidden />
          {countOf(count, "new message")}
          {list.live.isCut ? " and more" : ""}
        </Button>
      ) : null}
    </div>
  );
}
