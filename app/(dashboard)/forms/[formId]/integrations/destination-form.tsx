"use client";

import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { ActionForm, useFormContext } from "#components/form/action-form";
import { CheckboxGroup, PLAIN, SelectField, SwitchField, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { FormSaveBar } from "#components/form/save-bar";
import { callAction, useAction } from "#components/form/use-action.ts";
import { useSigningSecret } from "#components/forms/one-time-secret";
import { Button, IconButton, PendingButton } from "#components/ui/button";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { countOf } from "#lib/core/count";
import { MAX_RULES } from "#lib/core/fields/limits";
import { kindLabel } from "#lib/domain/endpoints/chats/kinds";
import type { Conditions } from "#lib/domain/endpoints/destination-schema";
import type { IntegrationState } from "#lib/domain/endpoints/destinations";
import type { Condition } from "#lib/domain/forms/routing/schema";
import type { ConditionsPreview } from "#lib/domain/submissions/replay-routing";
import { RuleCondition } from "../notify/routing/rule-fields";
import { useDelayedResult } from "../use-delayed-result";
import {
  previewConditionsAction,
  rotateDestinationSecretAction,
  updateDestinationAction,
} from "./actions";
import { HeadersField } from "./headers-field";
import { SendTest } from "./webhook/delivery-buttons";

type DestinationFormProps = {
  formId: string;
  destination: IntegrationState;
  /** Names of fields in earlier messages, which are suggested. */
  fieldNames: readonly string[];
};

const MORE_EVENTS = [
  { value: "submission.updated", label: "A message is moved, read, answered, or assigned" },
  { value: "submission.deleted", label: "A message is deleted" },
  { value: "submission.noted", label: "Someone writes a note about a message" },
] as const;

export function DestinationForm({ formId, destination, fieldNames }: DestinationFormProps) {
  const { id, kind, name, url, content, events, conditions } = destination;
  const isSecret = kind !== "webhook";
  const takesMore = kind === "webhook" || kind === "sheets";
  const [resets, setResets] = useState(0);
  return (
    <Card>
      <CardHeader title={name} description={`${kindLabel(kind)} · ${url}`}>
        <SendTest
          formId={formId}
          destinationId={id}
          name={name}
          lastTestAt={destination.lastTestAt}
        />
      </CardHeader>
      <ActionForm
        action={updateDestinationAction.bind(null, formId, id)}
        onReset={() => setResets(resets + 1)}
      >
        <CardContent className="grid gap-5">
          <FormMessage canDiscard={false} />
          <TextField name="name" label="Name" defaultValue={name} maxLength={60} required />
          <TextField
            name="url"
            label={isSecret ? "New URL" : "URL"}
            type="url"
            hint={
              isSecret
                ? `Leave empty to keep ${url}. Events that are waiting go to the new URL.`
                : "Events that are waiting go to the new URL."
            }
            defaultValue={isSecret ? "" : url}
            {...PLAIN}
          />
          <ConditionsField
            key={resets}
            formId={formId}
            conditions={conditions}
            fieldNames={fieldNames}
          />
          <SwitchField
            name="isLinkOnly"
            label="Name and link only"
            hint="Sends the sender’s name and a link to the message, without what they wrote."
            defaultChecked={content === "link"}
          />
          {takesMore ? (
            <CheckboxGroup
              name="events"
              label="Also send when"
              options={MORE_EVENTS}
              selected={events}
            />
          ) : null}
          {kind === "webhook" ? (
            <HeadersField
              key={`headers-${resets}`}
              headers={destination.headers}
              revision={destination.revision}
            />
          ) : null}
        </CardContent>
        <FormSaveBar label="Save changes" />
      </ActionForm>
      {kind === "webhook" ? <RotateSecret formId={formId} destinationId={id} /> : null}
    </Card>
  );
}

function RotateSecret({ formId, destinationId }: { formId: string; destinationId: string }) {
  const [secret, showSecret] = useSigningSecret("New signing secret");
  const action = useAction(async () => {
    const result = await rotateDestinationSecretAction(formId, destinationId);
    if (result.ok) showSecret(result.value.secret);
    return result;
  });
  return (
    <div className="border-t p-4 sm:px-6">
      {secret ?? (
        <div className="flex flex-wrap items-center gap-4">
          <p className="min-w-0 flex-1 basis-64 text-pretty text-muted-foreground">
            Rotating the signing secret creates a new one. Events carry both signatures for 24
            hours.
          </p>
          <PendingButton variant="outline" isPending={action.isPending} onClick={action.run}>
            Rotate secret
          </PendingButton>
        </div>
      )}
    </div>
  );
}

const EMPTY: Condition = { field: "", operator: "equals", value: "" };
const MATCHES = {
  every: "Every message",
  all: "Messages that match all",
  any: "Messages that match any",
};
type Match = keyof typeof MATCHES;

type ConditionsFieldProps = {
  formId: string;
  conditions: Conditions | null;
  fieldNames: readonly string[];
};

/** Fields for the conditions of messages that a destination gets; sent as JSON in one field. */
function ConditionsField({ formId, conditions, fieldNames }: ConditionsFieldProps) {
  const { noteChange } = useFormContext();
  const [match, setMatch] = useState<Match>(conditions?.match ?? "every");
  const [rules, setRules] = useState<Condition[]>(conditions?.rules ?? [EMPTY]);
  const value = match === "every" ? null : { match, rules };
  const changeRules = (changed: Condition[]) => {
    setRules(changed);
    noteChange();
  };
  return (
    <div className="grid gap-3">
      <input type="hidden" name="conditions" value={JSON.stringify(value)} />
      <SelectField
        name="match"
        label="What it gets"
        className="max-w-80"
        value={match}
        onChange={({ target }) => setMatch(toMatch(target.value))}
      >
        {Object.entries(MATCHES).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
      {value === null ? null : (
        <>
          {rules.map((rule, index) => (
            // Rules have no identity of their own.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <div key={index} className="flex items-start gap-2">
              <div className="min-w-0 flex-1">
                <RuleCondition
                  rule={rule}
                  path={`conditions.rules.${index}.`}
                  fieldNames={fieldNames}
                  onChange={(changed) => setRules(rules.with(index, changed))}
                />
              </div>
              {rules.length > 1 ? (
                <IconButton
                  icon={<Trash2 aria-hidden />}
                  label={`Remove condition ${index + 1}`}
                  variant="dangerGhost"
                  onClick={() => changeRules(rules.toSpliced(index, 1))}
                />
              ) : null}
            </div>
          ))}
          {rules.length < MAX_RULES ? (
            <div>
              <Button variant="outline" size="sm" onClick={() => changeRules([...rules, EMPTY])}>
                <Plus aria-hidden />
                Add condition
              </Button>
            </div>
          ) : null}
          <Preview formId={formId} conditions={value} />
        </>
      )}
    </div>
  );
}

/** How many of the latest messages match. Empty while rules are incomplete. */
function Preview({ formId, conditions }: { formId: string; conditions: Conditions }) {
  const preview = useDelayedResult(JSON.stringify(conditions), async () => {
    const result = await callAction(() => previewConditionsAction(formId, conditions));
    return result.ok ? result.value : null;
  });
  return (
    <p role="status" className="text-muted-foreground">
      {preview === null ? null : describePreview(preview)}
    </p>
  );
}

function describePreview({ matching, total }: ConditionsPreview): string {
  if (total === 0) return "There are no messages to try this on yet.";
  if (total === 1)
    return `The latest message ${matching === 1 ? "would" : "wouldn’t"} have been sent.`;
  return `${matching} of the latest ${countOf(total, "message")} would have been sent.`;
}

function toMatch(text: string): Match {
  return text === "all" || text === "any" ? text : "every";
}
