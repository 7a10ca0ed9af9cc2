"use client";

import { RotateCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { OUT_OF_DATE } from "#components/form/action-result.ts";
import { CheckboxField } from "#components/form/fields";
import { callAction } from "#components/form/use-action.ts";
import { Button } from "#components/ui/button";
import { TitledDialog } from "#components/ui/dialog";
import { Meter } from "#components/ui/figures";
import { toast } from "#components/ui/toast.ts";
import { countOf, formatCount } from "#lib/core/count";
import type { FailedCounts } from "#lib/domain/submissions/failed-deliveries";
import type { FailedFilter } from "#lib/domain/submissions/inbox/inbox-schema";
import { retryFailedAction } from "./delivery-actions";

/** The maximum number of deliveries retried per click. */
const MAX_RETRIED = 1_000;

type RetryAllProps = {
  filter: FailedFilter;
  counts: FailedCounts;
  /** Completes the button’s accessible name where a page has several. */
  of?: string;
};
type Progress = { retried: number; skipped: number };

export function RetryAll({ filter, counts, of }: RetryAllProps) {
  const { failed, uncertain, retrying } = counts;
  const [isOpen, setOpen] = useState(false);
  const [withUncertain, setWithUncertain] = useState(failed + retrying === 0);
  const [progress, setProgress] = useState<Progress | null>(null);
  const isStopped = useRef(false);
  const router = useRouter();
  const total = Math.min(failed + retrying + (withUncertain ? uncertain : 0), MAX_RETRIED);

  async function run(): Promise<void> {
    isStopped.current = false;
    const done = { retried: 0, skipped: 0 };
    setProgress({ ...done });
    let cursor: string | undefined;
    do {
      const input = { ...filter, cursor, acknowledgePossibleDuplicate: withUncertain };
      const result = await callAction(() => retryFailedAction(input));
      if (!result.ok) {
        toast(result.error.message ?? OUT_OF_DATE);
        break;
      }
      done.retried += result.value.retried;
      done.skipped += result.value.skipped;
      cursor = result.value.nextCursor ?? undefined;
      setProgress({ ...done });
    } while (cursor && !isStopped.current && done.retried < MAX_RETRIED);
    setProgress(null);
    setOpen(false);
    router.refresh();
    toast(summaryOf(done));
  }

  const close = () => {
    isStopped.current = true;
    setOpen(false);
  };
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <RotateCw aria-hidden />
        Retry all{of ? <span className="sr-only"> of {of}</span> : null}
      </Button>
      <TitledDialog
        isOpen={isOpen}
        onClose={close}
        title={`Retry ${countOf(total, "delivery", "deliveries")}?`}
        buttons={
          <>
            <Button variant="outline" onClick={close}>
              {progress ? "Stop" : "Cancel"}
            </Button>
            {progress ? null : (
              <Button disabled={total === 0} onClick={() => void run()}>
                Retry
              </Button>
            )}
          </>
        }
      >
        {progress ? (
          <div className="grid gap-2">
            <p role="status" className="tabular text-muted-foreground">
              Retried {formatCount(progress.retried)} of {formatCount(total)}
            </p>
            <Meter value={progress.retried} max={total} label="Retried" isGood />
          </div>
        ) : (
          <div className="grid gap-4">
            <p className="text-pretty text-muted-foreground">
              Emails are sent again, and events go to their endpoint again with the same ID.
              {failed + retrying + uncertain > MAX_RETRIED
                ? ` At most ${formatCount(MAX_RETRIED)} are retried at a time.`
                : ""}
            </p>
            {uncertain > 0 ? (
              <CheckboxField
                name="uncertain"
                label={`Include ${countOf(uncertain, "uncertain email")}`}
                hint="They may have arrived, so recipients may get them twice."
                checked={withUncertain}
                onChange={(event) => setWithUncertain(event.currentTarget.checked)}
              />
            ) : null}
          </div>
        )}
      </TitledDialog>
    </>
  );
}

function summaryOf({ retried, skipped }: Progress): string {
  const left =
    skipped === 0
      ? ""
      : ` ${countOf(skipped, "delivery", "deliveries")} couldn’t be retried, or not yet.`;
  return `Retried ${countOf(retried, "delivery", "deliveries")}.${left}`;
}
