"use client";

import { useId, useState } from "react";
import { ActionForm, SubmitButton } from "#components/form/action-form";
import { CheckboxField, SwitchField, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { useAction } from "#components/form/use-action.ts";
import { OneTimeSecret } from "#components/forms/one-time-secret";
import { PendingButton } from "#components/ui/button";
import { Card, CardContent, CardFooter, CardHeader } from "#components/ui/card";
import { kindLabel } from "#lib/destinations/kinds";
import type { DestinationState } from "#lib/webhooks/destinations";
import { rotateDestinationSecretAction, updateDestinationAction } from "./actions";
import { ConditionsField } from "./conditions-field";
import { SendTest } from "./send-test";

type DestinationFormProps = {
  formId: string;
  destination: DestinationState;
  /** Of earlier messages, to suggest. */
  fieldNames: readonly string[];
};

const MORE_EVENTS = [
  { type: "submission.updated", label: "A message is moved or read" },
  { type: "submission.deleted", label: "A message is deleted" },
] as const;

export function DestinationForm({ formId, destination, fieldNames }: DestinationFormProps) {
  const { id, kind, name, url, content, events, conditions } = destination;
  const fieldNamesId = useId();
  const isSecret = kind !== "webhook";
  const takesMore = kind === "webhook" || kind === "sheets";
  return (
    <Card>
      <CardHeader title={name} description={`${kindLabel(kind)} · ${url}`}>
        <SendTest formId={formId} destination={destination} />
      </CardHeader>
      <ActionForm action={updateDestinationAction.bind(null, formId, id)}>
        <CardContent className="grid gap-5">
          <FormMessage />
          <TextField name="name" label="Name" defaultValue={name} maxLength={60} required />
          <TextField
            name="url"
            label={isSecret ? "New URL" : "URL"}
            type="url"
            inputMode="url"
            hint={
              isSecret
                ? `Leave empty to keep ${url}. Events that are waiting go to the new URL.`
                : "Events that are waiting go to the new URL."
            }
            defaultValue={isSecret ? "" : url}
            autoComplete="off"
            spellCheck={false}
          />
          <ConditionsField formId={formId} conditions={conditions} fieldNamesId={fieldNamesId} />
          <SwitchField
            name="isLinkOnly"
            label="Name and link only"
            hint="Sends the sender’s name and a link to the message, without what they wrote."
            defaultChecked={content === "link"}
          />
          {takesMore ? (
            <fieldset className="grid gap-2.5">
              <legend className="mb-2.5 font-medium">Also send when</legend>
              {MORE_EVENTS.map(({ type, label }) => (
                <CheckboxField
                  key={type}
                  name="events"
                  value={type}
                  label={label}
                  defaultChecked={events.includes(type)}
                />
              ))}
            </fieldset>
          ) : null}
          <datalist id={fieldNamesId}>
            {fieldNames.map((field) => (
              <option key={field} value={field} />
            ))}
          </datalist>
        </CardContent>
        <CardFooter>
          <SubmitButton>Save changes</SubmitButton>
        </CardFooter>
      </ActionForm>
      {kind === "webhook" ? <RotateSecret formId={formId} destinationId={id} /> : null}
    </Card>
  );
}

function RotateSecret({ formId, destinationId }: { formId: string; destinationId: string }) {
  const [secret, setSecret] = useState<string | null>(null);
  const action = useAction(async () => {
    const result = await rotateDestinationSecretAction(formId, destinationId);
    if (result.ok) setSecret(result.value.secret);
    return result;
  });
  return (
    <div className="border-t p-4 sm:px-6">
      {secret === null ? (
        <div className="flex flex-wrap items-center gap-4">
          <p className="min-w-0 flex-1 basis-64 text-pretty text-muted-foreground">
            Rotating the signing secret creates a new one. Events carry both signatures for 24
            hours.
          </p>
          <PendingButton variant="outline" isPending={action.isPending} onClick={action.run}>
            Rotate secret
          </PendingButton>
        </div>
      ) : (
        <OneTimeSecret
          kind="signing secret"
          title="New signing secret"
          secret={secret}
          onDone={() => setSecret(null)}
        />
      )}
    </div>
  );
}
