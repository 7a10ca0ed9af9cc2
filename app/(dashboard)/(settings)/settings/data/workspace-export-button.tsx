"use client";

import { Download } from "lucide-react";
import { useAction } from "#components/form/use-action.ts";
import { PendingButton } from "#components/ui/button";
import { requireProofAction } from "../../../actions";

/** Starts the download once the user has proved that it's them: a link couldn't ask. */
export function WorkspaceExportButton() {
  const { run, isPending } = useAction(async () => {
    const result = await requireProofAction();
    if (result.ok) location.assign("/api/account/workspace-export");
    return result;
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
