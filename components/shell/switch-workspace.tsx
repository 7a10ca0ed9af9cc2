"use client";

import { type ReactNode, useEffect, useId, useState } from "react";
import { ActionForm, IdempotencyField, SubmitButton } from "#components/form/action-form";
import type { FormAction } from "#components/form/action-result.ts";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { Button } from "#components/ui/button";
import { TitledDialog } from "#components/ui/dialog";
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

/** Tabs share one session: when it switches, tabs that still show the old workspace start over. */
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
 * Creates a workspace in a dialog and opens it with a full page load, so that nothing of the other one stays
 * in memory. Deletions that could still be undone are sent first.
 */
export function NewWorkspace({ action, icon }: NewWorkspaceProps) {
  const [isOpen, setOpen] = useState(false);
  const formId = useId();
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
      <TitledDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="New workspace"
        description="For another company, team, or client. It has its own forms, messages, members, and settings."
        className="w-full max-w-md"
        buttons={
          <>
            <Button variant="outline" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <SubmitButton form={formId}>Create workspace</SubmitButton>
          </>
        }
      >
        <ActionForm
          id={formId}
          action={action}
          className="grid gap-4"
          onDone={() => void endToasts().finally(() => location.assign("/"))}
        >
          <IdempotencyField />
          <FormMessage />
          <TextField name="name" label="Name" autoComplete="organization" autoFocus required />
        </ActionForm>
      </TitledDialog>
    </>
  );
}
