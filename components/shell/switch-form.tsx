"use client";

import type { ReactNode } from "react";
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
