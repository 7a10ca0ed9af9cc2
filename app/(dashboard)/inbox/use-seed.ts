import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type {
  FilterCounts,
  InboxPage,
  MessageTotals,
} from "#lib/domain/submissions/inbox/inbox-schema";
import { useInboxNavigation } from "./inbox-navigation";
import type { RenderedMessage } from "./message/use-active-message";
import { countsOptions, messageOptions, totalsOptions } from "./queries";
import { CURRENT } from "./query-keys";
import { wasChangedLately } from "./send-changes";

/** What the server rendered the inbox with. */
export type InboxSeed = {
  page: InboxPage;
  totals: readonly MessageTotals[];
  counts: FilterCounts;
  rendered: RenderedMessage;
};

const seeded = new WeakSet<InboxSeed>();

/** Puts what the server rendered into the queries. A page that Back shows again is older than they are. */
export function useSeed(seed: InboxSeed): void {
  const { query, hasChanged } = useInboxNavigation();
  const client = useQueryClient();
  const plant = useEffectEvent((latest: InboxSeed) => {
    const { totals, counts, rendered } = latest;
    const isShownAgain = seeded.has(latest);
    seeded.add(latest);
    if (!isShownAgain) {
      const { queryKey, initialData } = countsOptions(query, counts);
      client.setQueryData(queryKey, initialData);
      client.setQueryData(totalsOptions(totals).queryKey, totals);
      if (query.message !== undefined && rendered !== undefined)
        client.setQueryData(messageOptions(query.message).queryKey, rendered);
    }
    // The server may have rendered it before a change was made.
    const isOld = hasChanged.current?.() ?? wasChangedLately(client);
    if (isShownAgain || isOld) void client.invalidateQueries({ queryKey: CURRENT });
  });
  useEffect(() => plant(seed), [seed]);
}
