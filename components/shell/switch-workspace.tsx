"use client";

import { type ReactNode, useEffect, useState } from "react";
import type { FormAction } from "#components/form/action-result.ts";
import { lazyWithFallback, Unreachable } from "#components/ui/lazy";
import { endToasts } from "#components/ui/toast.ts";

type SwitchFormProps = { workspaceId: string; children: ReactNode };

/**
 * Switches to another workspace with a full page load. Deletions that could still be undone are sent
 * first. `children` contains the submit button.
 */
export function SwitchForm({ workspaceId, children }: SwitchFormProps) {
  return (
    <form
      method="post"
      action={`/switch-workspace?to=${workspaceId}`}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        // `submit` doesn't fire this event again.
        void endToasts().finally(() => form.submit());
      }}
    >
      {children}
    </form>
  );
}

/**
 * Reloads tabs that still show the old workspace: all tabs share one session, which was switched.
 */
export function OtherTabs({ workspaceId }: { workspaceId: string }) {
  useEffect(() => {
    const channel = new BroadcastChannel("workspace");
    channel.addEventListener("message", ({ data }) => {
      if (data !== workspaceId) location.assign("/");
    });
    channel.postMessage(workspaceId);
    return () => channel.close();
  }, [workspaceId]);
  return null;
}

type NewWorkspaceProps = { action: FormAction; icon: ReactNode };

/**
 * Loaded separately, because few people create a workspace, and its form is larger than everything
 * else in the shell.
 */
const NewWorkspaceDialog = lazyWithFallback(
  () => import("#components/shell/new-workspace-dialog"),
  ({ onUnreachable }) => <Unreachable onClose={onUnreachable} />,
  { isRare: true },
);

export function NewWorkspace({ action, icon }: NewWorkspaceProps) {
  /** Null until its dialog is first opened, and after loading it failed. */
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="flex h-8 w-full items-center gap-2 rounded-sm px-2 text-left hover:bg-accent [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted-foreground"
      >
        {icon}
        New workspace
      </button>
      {isOpen === null ? null : (
        <NewWorkspaceDialog
          action={action}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onUnreachable={() => setOpen(null)}
        />
      )}
    </>
  );
}
