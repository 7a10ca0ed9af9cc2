import { useState } from "react";
import { v7 } from "uuid";
import { ConfirmDialog } from "#components/form/confirm-action";
import { CONNECTION_LOST_SAFE } from "#components/form/use-action.ts";
import { duplicateFormAction } from "../actions";

type DuplicateDialogProps = { formId: string; name: string; onClose: () => void };

export default function DuplicateDialog({ formId, name, onClose }: DuplicateDialogProps) {
  // Confirming again after a lost response returns the same copy.
  const [key] = useState(() => v7());
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Duplicate “${name}”?`}
      confirmLabel="Duplicate form"
      isDestructive={false}
      action={() => duplicateFormAction(formId, key)}
      lostMessage={CONNECTION_LOST_SAFE}
    >
      <p>
        The copy has the same settings, recipients, routing rules, and blocked words, and a URL of
        its own. The auto-reply is copied but turned off. Messages, the Turnstile widget, and the
        webhook aren’t copied.
      </p>
    </ConfirmDialog>
  );
}
