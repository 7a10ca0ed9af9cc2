"use client";

import { ActionForm, IdempotencyField, SubmitButton } from "#components/form/action-form";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { RecipientChoice } from "#components/forms/recipient-choice";
import { Button } from "#components/ui/button";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import type { Recipient } from "#lib/domain/recipients/schema";
import { createFromFileAction, type ReadFile } from "./actions";
import { RemainingCard, RemainingList } from "./remaining";

type FileFormProps = {
  file: ReadFile & { text: string };
  recipients: readonly Recipient[];
  onRestart: () => void;
};

/** Shows the content of a file, and the form that creates a form from it. */
export function FileForm({ file, recipients, onRestart }: FileFormProps) {
  // Left out, because the form below asks for recipients.
  const remaining = file.remaining.filter(({ code }) => code !== "no_recipients");
  return (
    <ActionForm
      action={createFromFileAction.bind(null, file.text)}
      done={({ created }) => (created ? <RemainingCard {...created} /> : null)}
      className="grid gap-6"
    >
      <Card>
        <CardHeader title="What comes from the file" />
        <CardContent className="grid gap-6">
          <ul className="grid list-disc gap-1 pl-5">
            {file.comes.map((line) => (
              <li key={line} className="wrap-anywhere">
                {line}
              </li>
            ))}
          </ul>
          {remaining.length > 0 ? (
            <div className="grid gap-2">
              <h3 className="font-medium">What will be left to do</h3>
              <RemainingList remaining={remaining} />
            </div>
          ) : null}
        </CardContent>
      </Card>
      <Card>
        <CardContent className="grid gap-6">
          <IdempotencyField />
          <FormMessage />
          <TextField
            name="name"
            label="Form name"
            hint="Shown to visitors and in notification emails."
            autoComplete="off"
            defaultValue={file.name}
            required
          />
          <RecipientChoice
            recipients={recipients}
            selectedIds={file.recipientIds}
            hint="Who gets an email about each message. Addresses from the file are selected if they’re confirmed in this workspace."
          />
          <div className="flex flex-wrap gap-2">
            <SubmitButton>Create form</SubmitButton>
            <Button variant="ghost" onClick={onRestart}>
              Select another file
            </Button>
          </div>
        </CardContent>
      </Card>
    </ActionForm>
  );
}
