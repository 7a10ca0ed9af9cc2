"use client";

import { Check, ChevronsUpDown } from "lucide-react";
import { useEffect } from "react";
import { SwitchForm } from "#components/shell/switch-form";
import { cn } from "#components/ui/cn";
import type { WorkspaceChoice } from "#lib/accounts/switch-workspace";

type WorkspaceMenuProps = {
  current: WorkspaceChoice;
  email: string;
  workspaces: readonly WorkspaceChoice[];
};

/** The current workspace and user. Opens to the user’s other workspaces, if there are any. */
export function WorkspaceMenu({ current, email, workspaces }: WorkspaceMenuProps) {
  useOtherTabs(current.id);
  const names = (
    <span className="min-w-0 flex-1">
      <span className="block truncate font-medium">{current.name}</span>
      <span className="block truncate text-xs text-muted-foreground">{email}</span>
    </span>
  );
  if (workspaces.length < 2) return <div className="flex min-w-0 flex-1">{names}</div>;
  return (
    <details className="group min-w-0 flex-1">
      <summary className="-ml-2 flex cursor-pointer list-none items-center gap-2 rounded-md px-2 py-1 hover:bg-accent [&::-webkit-details-marker]:hidden">
        {names}
        <span className="sr-only">Switch workspace</span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      </summary>
      <ul
        aria-label="Workspaces"
        className="-ml-2 mt-1 grid max-h-60 gap-0.5 overflow-y-auto rounded-md border bg-card p-1 shadow-card"
      >
        {workspaces.map(({ id, name }) => (
          <li key={id}>
            <SwitchForm workspaceId={id}>
              <button
                type="submit"
                aria-current={id === current.id ? "true" : undefined}
                className={cn(
                  "flex h-8 w-full items-center gap-2 rounded-sm px-2 text-left hover:bg-accent",
                  id === current.id && "font-medium",
                )}
              >
                <span className="min-w-0 flex-1 truncate">{name}</span>
                {id === current.id ? (
                  <Check aria-hidden className="size-4 shrink-0 text-primary" />
                ) : null}
              </button>
            </SwitchForm>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Tabs share one session: when it switches, tabs that still show the old workspace start over. */
function useOtherTabs(workspaceId: string): void {
  useEffect(() => {
    const channel = new BroadcastChannel("workspace");
    channel.addEventListener("message", ({ data }) => {
      if (data !== workspaceId) location.assign("/");
    });
    channel.postMessage(workspaceId);
    return () => channel.close();
  }, [workspaceId]);
}
