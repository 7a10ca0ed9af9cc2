"use client";

import { useRouter } from "next/navigation";
import { useAction } from "#components/form/use-action.ts";
import { PendingButton } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import { countOf } from "#lib/core/count";
import { requireProofAction } from "../../actions";

export function HiddenEmails({ count }: { count: number }) {
  const router = useRouter();
  const { run, isPending } = useAction(async () => {
    const result = await requireProofAction();
    if (result.ok) router.refresh();
    return result;
  });
  return (
    <Notice>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-64 text-pretty">
          {countOf(count, "account email")}, such as password resets, {count === 1 ? "is" : "are"}{" "}
          hidden because you signed in a while ago.
        </p>
        <PendingButton variant="outline" size="sm" isPending={isPending} onClick={run}>
          {count === 1 ? "Show it" : "Show them"}
        </PendingButton>
      </div>
    </Notice>
  );
}
