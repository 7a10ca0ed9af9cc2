import { useId } from "react";
import { ActionForm, IdempotencyField, SubmitButton } from "#components/form/action-form";
import type { FormAction } from "#components/form/action-result.ts";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { Button } from "#components/ui/button";
import { TitledDialog } from "#components/ui/dialog";
import { endToasts } from "#components/ui/toast.ts";

type NewWorkspaceDialogProps = {
  action: FormAction;
  isOpen: boolean;
  onClose: () => void;
  /** Called if this dialog couldn’t be loaded. */
  onUnreachable: () => void;
};

/**
 * Creates a workspace and opens it with a full page load, so that nothing of the other one stays in memory.
 * Deletions that could still be undone are sent first.
 */
export default function NewWorkspaceDialog({ action, isOpen, onClose }: NewWorkspaceDialogProps) {
  const formId = useId();
  return (
    <TitledDialog
      isOpen={isOpen}
      onClose={onClose}
      title="New workspace"
      description="For another company, team, or client. It has its own forms, messages, members, and settings."
      className="w-full max-w-md"
      buttons={
        <>
          <Button variant="outline" onClick={onClose}>
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
  );
}
