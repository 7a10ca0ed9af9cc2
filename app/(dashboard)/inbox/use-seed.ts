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
import { CURRENT_KEY } from "./query-keys";
import { wasChangedLately } from "./send-changes";

/** The server's data for the first render of the inbox. */
export type InboxSeed = {
  page: InboxPage;
  totals: readonly MessageTotals[];
  counts: FilterCounts;
  rendered: RenderedMessage;
};

const seeded = new WeakSet<InboxSeed>();

/** Writes the server's data into the queries, unless they're newer, as on a page that Back shows again. */
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
    // The server may have rendered the page before a change was made.
    const isOld = hasChanged.current?.() ?? wasChangedLately(client);
    if (isShownAgain || isOld) void client.invalidateQueries({ queryKey: CURRENT_KEY });
  });
  useEffect(() => plant(seed), [seed]);
}
