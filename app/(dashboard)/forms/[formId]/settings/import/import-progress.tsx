"use client";

import { useEffect } from "react";
import { PendingButton } from "#components/ui/button";
import { countOf, formatCount } from "#lib/core/count";
import type { Import } from "#lib/domain/imports/schema";
import { cancelImport, type FollowImport, getImport } from "./import-calls";

const TITLES: Readonly<Record<string, string>> = {
  checking: "Checking all messages",
  importing: "Importing messages",
  undoing: "Undoing the import",
};
const POLL_MS = 1_000;

/** Asks about the import once a second. The import continues when the page is closed. */
export function ImportProgress({ current, follow }: { current: Import; follow: FollowImport }) {
  const { id, rows, totalRows, status, undone, imported } = current;
  // Each response is a new object, which sets the next timer.
  useEffect(() => {
    const timer = setTimeout(() => void follow(getImport(current.id)), POLL_MS);
    return () => clearTimeout(timer);
  }, [current, follow]);
  const [done, total] = status === "undoing" ? [undone, imported] : [rows, totalRows];
  const title = TITLES[status] ?? "";
  return (
    <div className="grid gap-3">
      <h3 className="font-medium">{title}</h3>
      <progress
        className="w-full"
        value={total ? done : undefined}
        max={total ?? 1}
        aria-label={title}
      />
      <p role="status" className="tabular text-muted-foreground">
        {total ? `${formatCount(done)} of ${countOf(total, "message")}` : countOf(done, "message")}.
        You can leave this page.
      </p>
      {status === "undoing" ? null : (
        <div>
          <PendingButton
            variant="outline"
            isPending={false}
            onClick={() => void follow(cancelImport(id))}
          >
            Cancel import
          </PendingButton>
        </div>
      )}
    </div>
  );
}
