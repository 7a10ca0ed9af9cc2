"use client";

import { ActionForm } from "#components/form/action-form";
import { SwitchField } from "#components/form/choice-fields";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import type { FormAction, FormState } from "#components/form/form-state";
import { OnceField } from "#components/form/once-field";
import { RevisionField } from "#components/form/revision-field";
import { SubmitButton } from "#components/form/submit-button";
import {
  Card,
  CardContent,
  CardDescription,
  CardFooter,
  CardHeader,
  CardTitle,
} from "#components/ui/card";
import type { Webhook } from "#lib/webhooks/schema";

type WebhookFormProps = {
  webhook: Webhook | null;
  /** What a save does to events that wait; null when none does. */
  warning: string | null;
  keepAs: string;
  action: FormAction;
  /** Takes the answer of the first save, which carries the signing secret. */
  onCreated?: (state: FormState) => void;
};

/** Where events go, and whether. */
export function WebhookForm({ webhook, warning, keepAs, action, onCreated }: WebhookFormProps) {
  return (
    <ActionForm
      action={action}
      keepAs={keepAs}
      resetWhenDone
      {...(onCreated ? { onDone: onCreated } : {})}
    >
      <RevisionField revision={webhook?.revision ?? ""} />
      {webhook ? null : <OnceField />}
      <Card>
        {webhook ? null : (
          <CardHeader>
            <div>
              <CardTitle>Hand messages on to a program</CardTitle>
              <CardDescription>
                A webhook tells a receiver of yours, such as a CRM or a chat, of each message as
                soon as it has come. Events are signed; a guided test and ready-made code in Node,
                Python, PHP and Go help to check it.
              </CardDescription>
            </div>
          </CardHeader>
        )}
        <CardContent className="grid gap-5">
          <FormMessage />
          <TextField
            name="url"
            label="Receiver"
            type="url"
            inputMode="url"
            placeholder="https://www.example.com/hooks/forms"
            hint="A public HTTPS address on port 443. It gets a POST for every message."
            defaultValue={webhook?.url ?? ""}
            autoComplete="off"
            spellCheck={false}
            required
          />
          <SwitchField
            name="enabled"
            label="Send an event for every message"
            hint="Spam sends none. Tests are sent all the same."
            defaultChecked={webhook?.enabled ?? true}
          />
        </CardContent>
        <CardFooter>
          <SubmitButton>{webhook ? "Save changes" : "Connect the receiver"}</SubmitButton>
          {warning ? (
            <p className="min-w-0 flex-1 basis-48 text-pretty text-muted-foreground">{warning}</p>
          ) : null}
        </CardFooter>
      </Card>
    </ActionForm>
  );
}
