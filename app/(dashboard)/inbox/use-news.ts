import { useRef, useState } from "react";
import type { Arrivals, InboxPage } from "#lib/submissions/inbox-schema";
import { isListInUse } from "./focus";
import type { InboxQuery } from "./inbox-href";
import { type Live, useArrivals } from "./use-arrivals";
import type { InboxList } from "./use-list";

type NewsOptions = { query: InboxQuery; page: InboxPage; list: InboxList; refresh: () => void };

/**
 * New messages come by themselves: on top where the beginning of the list is seen and nobody is busy
 * with it; else they wait behind a button, and nothing moves.
 */
export function useNews({ query, page, list, refresh }: NewsOptions) {
  const [live, setLive] = useState<Live>("on");
  const known = useRef(new Set<string>());
  const isAtTop = useRef(true);

  function hear(arrivals: Arrivals): void {
    for (const { id } of page.data) known.current.add(id);
    const fresh = arrivals.data.filter(({ id }) => !known.current.has(id));
    if (fresh.length === 0) return;
    for (const { id } of fresh) known.current.add(id);
    list.addArrivals(arrivals);
    const canMove = isAtTop.current && list.start === null && !arrivals.isCut && !isListInUse();
    if (canMove) void list.reveal();
    // Figures of folders and forms are the server's to tell.
    refresh();
  }

  useArrivals({
    query,
    asOf: page.asOf,
    onArrivals: hear,
    onReturn: refresh,
    onLive: setLive,
  });
  return {
    live,
    onAtTop: (is: boolean) => {
      isAtTop.current = is;
    },
  };
}
