import { useRef } from "react";
import { toast } from "#components/ui/toast";
import type { Arrivals, InboxPage } from "#lib/submissions/inbox-schema";
import { isListInUse } from "./focus";
import type { InboxQuery } from "./inbox-href";
import { useArrivals } from "./use-arrivals";
import type { InboxList } from "./use-list";

type NewsOptions = { query: InboxQuery; page: InboxPage; list: InboxList; refresh: () => void };

/**
 * New messages come by themselves: on top where the beginning of the list is seen and nobody is busy
 * with it; else they wait behind a button, and nothing moves.
 */
export function useNews({ query, page, list, refresh }: NewsOptions) {
  const known = useRef(new Set<string>());
  const isAtTop = useRef(true);

  function hear(arrivals: Arrivals): void {
    for (const { id } of page.data) known.current.add(id);
    const fresh = arrivals.data.filter(({ id }) => !known.current.has(id));
    if (fresh.length === 0) return;
    for (const { id } of fresh) known.current.add(id);
    list.addArrivals(arrivals);
    const canMove = isAtTop.current && !list.isLate && !arrivals.isCut && !isListInUse();
    if (canMove) void list.reveal();
    // Figures of folders and forms are the server's to tell.
    refresh();
  }

  useArrivals({
    query,
    asOf: page.asOf,
    onArrivals: hear,
    onReturn: refresh,
    onSignedOut: () => void toast("You are signed out. Sign in to see new messages."),
  });
  return {
    onAtTop: (is: boolean) => {
      isAtTop.current = is;
    },
  };
}
