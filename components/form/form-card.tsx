"use client";

import type { ReactNode } from "react";
import { ActionForm, RevisionField, SubmitButton } from "#components/form/action-form";
import type { FormAction } from "#components/form/action-result.ts";
import { FormMessage } from "#components/form/form-message";
import { Card, CardFooter } from "#components/ui/card";

type FormCardProps = {
  action: FormAction;
  draftKey: string;
  revision: string;
  /** Of the button, which stays in view. */
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
          <FormMessage />
        </div>
        {children}
        <div className="sticky bottom-0 z-10">
          <CardFooter>
            <SubmitButton>{saveLabel}</SubmitButton>
          </CardFooter>
        </div>
      </Card>
    </ActionForm>
  );
}
