"use client";

import type { ReactNode } from "react";
import { ActionForm, RevisionField } from "#components/form/action-form";
import type { FormAction } from "#components/form/action-result.ts";
import { FormMessage } from "#components/form/form-message";
import { FormSaveBar } from "#components/form/save-bar";
import { Card } from "#components/ui/card";

type FormCardProps = {
  action: FormAction;
  draftKey: string;
  revision: string;
  /** The label of the button, which is visible while there are unsaved changes. */
  saveLabel: string;
  children: ReactNode;
};

/** Sections of settings that are saved together. */
export function FormCard({ action, draftKey, revision, saveLabel, children }: FormCardProps) {
  return (
    <ActionForm action={action} draftKey={draftKey} resetWhenDone>
      <RevisionField revision={revision} />
      <Card className="divide-y">
        <div className="empty:hidden sm:[&>*]:rounded-b-none">
          <FormMessage canDiscard={false} />
        </div>
        {children}
        <FormSaveBar label={saveLabel} />
      </Card>
    </ActionForm>
  );
}
