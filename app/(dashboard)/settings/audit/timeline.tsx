"use client";

import { useState } from "react";
import { fetchJson } from "#components/shell/fetch-json.ts";
import { PendingButton } from "#components/ui/button";
import { useTimeZone } from "#components/ui/clock";
import { toast } from "#components/ui/toast.ts";
import type { AuditEntry } from "#lib/audit/entry";
import type { Page } from "#lib/core/cursor";
import { formatMoment } from "#lib/core/dates";
import { AuditRow } from "./audit-row";

type AuditTimelineProps = {
  /** The newest entries. */
  page: Page<AuditEntry>;
  /** The filter as a query string. */
  search: string;
};

/** Entries by day, in the viewer’s time zone. */
export function AuditTimeline({ page, search }: AuditTimelineProps) {
  const [entries, setEntries] = useState<readonly AuditEntry[]>(page.data);
  const [cursor, setCursor] = useState(page.nextCursor);
  const [isPending, setPending] = useState(false);
  const timeZone = useTimeZone();
  const days = Map.groupBy(entries, ({ at }) => formatMoment(at, "longDay", timeZone));

  async function loadMore(): Promise<void> {
    if (isPending || cursor === null) return;
    setPending(true);
    try {
      const query = `${search}${search ? "&" : ""}cursor=${encodeURIComponent(cursor)}`;
      const next = await fetchJson<Page<AuditEntry>>(`/audit-log?${query}`);
      setEntries([...entries, ...next.data]);
      setCursor(next.nextCursor);
    } catch {
      toast("We couldn’t load more entries. Try again in a moment.");
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h3 className="border-y bg-muted/50 px-4 py-2 text-xs font-medium text-muted-foreground sm:px-6">
            {day}
          </h3>
          <ol className="divide-y">
            {ofDay.map((entry) => (
              <AuditRow key={entry.id} entry={entry} search={search} />
            ))}
          </ol>
        </section>
      ))}
      {cursor === null ? null : (
        <div className="flex justify-center border-t p-4">
          <PendingButton variant="outline" isPending={isPending} onClick={loadMore}>
            Load more
          </PendingButton>
        </div>
      )}
    </>
  );
}
