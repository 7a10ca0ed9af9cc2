"use client";

import { Download } from "lucide-react";
import { callAction, messageOf } from "#components/form/use-action.ts";
import { PendingButton } from "#components/ui/button";
import { toast } from "#components/ui/toast.ts";
import { usePending } from "#components/ui/use-pending.ts";
import { requireProofAction } from "../actions";

/** Starts the download once the user has proved that it's them: a link couldn't ask. */
export function WorkspaceExportButton() {
  const { run, isPending } = usePending(async () => {
    const result = await callAction(requireProofAction);
    if (result.ok) return location.assign("/api/account/workspace-export");
    const message = messageOf(result);
    if (message) toast(message);
  });
  return (
    <PendingButton
      variant="outline"
      isPending={isPending}
      icon={<Download aria-hidden />}
      onClick={run}
    >
      Export everything
    </PendingButton>
  );
}
