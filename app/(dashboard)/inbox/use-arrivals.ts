import { useEffect, useEffectEvent } from "react";
import { AskFailed, ask } from "#components/inbox/ask";
import { type LookResult, startPoll } from "#components/inbox/resting-poll";
import type { Arrivals } from "#lib/submissions/inbox-schema";
import { type InboxQuery, inboxSearch } from "./inbox-href";

/** A page that was hidden for longer may show what others have changed meanwhile. */
const LONG_HIDDEN_MS = 10_000;

/** Whether new messages would show: `lost` while the service does not answer. */
export type Live = "on" | "lost" | "signed-out";

type Options = {
  query: InboxQuery;
  /** When the page was drawn, by the service's clock. */
  asOf: number;
  onArrivals: (arrivals: Arrivals) => void;
  onReturn: () => void;
  onLive: (live: Live) => void;
};

/** Tells of new messages while the page is looked at: one read along one index every few seconds. */
export function useArrivals({ query, asOf, onArrivals, onReturn, onLive }: Options): void {
  const tell = useEffectEvent(onArrivals);
  const tellReturn = useEffectEvent(onReturn);
  const tellLive = useEffectEvent(onLive);
  const startedAt = useEffectEvent(() => asOf);
  const search = inboxSearch(query, { message: null, cursor: null });

  useEffect(() => {
    let since = startedAt();
    let failures = 0;
    const look = async (): Promise<LookResult> => {
      try {
        const arrivals = await ask<Arrivals>(`/submissions/arrivals?${search}&since=${since}`);
        since = arrivals.asOf;
        tell(arrivals);
        failures = 0;
        tellLive("on");
        return "answered";
      } catch (failure) {
        if (!(failure instanceof AskFailed)) throw failure;
        failures += 1;
        // One look may fail; that is over before anybody has read of it.
        if (failures > 1 || !navigator.onLine) tellLive("lost");
        if (failure.status !== 401) return "failed";
        tellLive("signed-out");
        return "over";
      }
    };
    return startPoll(look);
  }, [search]);

  useEffect(() => {
    let hiddenAt = Number.POSITIVE_INFINITY;
    const turn = () => {
      if (document.hidden) hiddenAt = Date.now();
      else if (Date.now() - hiddenAt > LONG_HIDDEN_MS) tellReturn();
    };
    document.addEventListener("visibilitychange", turn);
    return () => document.removeEventListener("visibilitychange", turn);
  }, []);
}
