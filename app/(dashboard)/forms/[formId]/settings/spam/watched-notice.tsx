"use client";

import { useAction } from "#components/form/use-action.ts";
import { PendingButton } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import { countOf, formatCount } from "#lib/core/count";
import type { WatchReport } from "#lib/domain/spam/figures";
import { startMovingAction } from "./actions";

export type WatchedNoticeProps = {
  formId: string;
  /** Null while the form hasn’t been watched for long enough. */
  report: Pick<WatchReport, "movable" | "disagreed"> | null;
};

/** Shows what moving would have done, once a form was watched for two weeks. */
export function WatchedNotice({ formId, report }: WatchedNoticeProps) {
  const { run, isPending } = useAction(() => startMovingAction(formId));
  if (!report) return null;
  const { movable, disagreed } = report;
  return (
    <Notice tone="info">
      <p>
        In the last 12 weeks, {countOf(movable, "message")} would have been moved to the spam
        folder. You disagreed with {formatCount(disagreed)}.
      </p>
      <PendingButton
        variant="outline"
        size="sm"
        className="mt-3"
        type="button"
        isPending={isPending}
        onClick={run}
      >
        Move spam from now on
      </PendingButton>
    </Notice>
  );
}
