"use client";

import { useId, useState } from "react";
import { ActionForm, SubmitButton } from "#components/form/action-form";
import { ConfirmAction } from "#components/form/confirm-action";
import { TextareaField, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { Button } from "#components/ui/button";
import { TitledDialog } from "#components/ui/dialog";
import { toast } from "#components/ui/toast.ts";
import type { SavedReply } from "#lib/domain/replies/saved-reply-schema";
import { createSavedReplyAction, deleteSavedReplyAction, updateSavedReplyAction } from "./actions";

type Shown = Pick<SavedReply, "id" | "name" | "text">;

function SavedReplyFields({ name, text }: Partial<Shown>) {
  return (
    <>
      <TextField
        name="name"
        label="Name"
        defaultValue={name}
        hint="What you search for, e.g. “Quote”."
        autoComplete="off"
        required
      />
      <TextareaField
        name="text"
        label="Text"
        defaultValue={text}
        rows={6}
        hint="{{name}} becomes the sender’s name, {{form}} the form’s name, and {{topic}} what the visitor entered in the field “topic”."
        required
      />
    </>
  );
}

export function AddSavedReplyForm() {
  return (
    <ActionForm
      action={createSavedReplyAction}
      draftKey="saved-reply"
      resetWhenDone
      className="grid gap-4"
    >
      <FormMessage />
      <SavedReplyFields />
      <SubmitButton className="justify-self-start">Add saved reply</SubmitButton>
    </ActionForm>
  );
}

export function EditSavedReply({ id, name, text }: Shown) {
  const [isOpen, setOpen] = useState(false);
  const formId = useId();
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="ghost" size="sm" aria-label={`Edit ${name}`} onClick={() => setOpen(true)}>
        Edit
      </Button>
      <TitledDialog
        isOpen={isOpen}
        onClose={close}
        title="Edit saved reply"
        className="w-full max-w-xl"
        buttons={
          <>
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
            <SubmitButton form={formId}>Save changes</SubmitButton>
          </>
        }
      >
        <ActionForm
          id={formId}
          action={updateSavedReplyAction.bind(null, id)}
          draftKey={`saved-reply-${id}`}
          onDone={({ message = "" }) => {
            close();
            toast(message);
          }}
          className="grid gap-4"
        >
          <FormMessage />
          <SavedReplyFields name={name} text={text} />
        </ActionForm>
      </TitledDialog>
    </>
  );
}

export function DeleteSavedReply({ id, name }: Pick<Shown, "id" | "name">) {
  return (
    <ConfirmAction
      title={`Delete “${name}”?`}
      confirmLabel="Delete saved reply"
      action={() => deleteSavedReplyAction(id)}
      trigger={(open) => (
        <Button variant="ghost" size="sm" aria-label={`Delete ${name}`} onClick={open}>
          Delete
        </Button>
      )}
    >
      <p>No one in this workspace can use it anymore. Replies that were sent with it stay.</p>
    </ConfirmAction>
  );
}
