"use client";

import { useId } from "react";
import { Button } from "#components/ui/button";
import type { Form } from "#lib/forms/schema";
import type { Recipient } from "#lib/recipients/schema";
import type { Routing } from "#lib/routing/schema";
import { SaveBar } from "../list-editor/save-bar";
import type { Sample } from "./draft";
import { type OfferedMessage, PreviewCard } from "./preview-card";
import { ReplayCard } from "./replay-card";
import { ADD_RULE, RuleList } from "./rule-list";
import { useRoutingDraft } from "./use-routing-draft";

type RoutingEditorProps = {
  form: Form;
  saved: Routing;
  recipients: readonly Recipient[];
  messages: readonly OfferedMessage[];
  sample: Sample;
  /** Names of fields in recent messages. */
  fieldNames: readonly string[];
};

/** The rules, a preview on the right, and a replay of past messages below. */
export function RoutingEditor(props: RoutingEditorProps) {
  const { form, recipients, messages, sample, fieldNames } = props;
  const state = useRoutingDraft(form.id, props.saved, recipients);
  const { draft, saved, isOn } = state;
  const turnsOn = !isOn && saved.length > 0 && draft.enabled;
  const fieldNamesId = useId();
  return (
    <div className="grid gap-6">
      <datalist id={fieldNamesId}>
        {fieldNames.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <RuleList
          state={state}
          recipients={recipients}
          formRecipientIds={form.recipientIds}
          fieldNamesId={fieldNamesId}
        />
        <div className="lg:sticky lg:top-14">
          <PreviewCard formId={form.id} draft={draft} messages={messages} initialSample={sample} />
        </div>
      </div>
      <ReplayCard formId={form.id} draft={draft} hasMessages={messages.length > 0} />
      <SaveBar
        editor={state}
        message={state.message}
        label={turnsOn ? "Save and turn on" : "Save rules"}
        save={state.save}
        overwrite={state.saveOver}
        focusAfter={ADD_RULE}
      >
        {turnsOn ? (
          <Button variant="outline" onClick={state.saveTurnedOff}>
            Save without turning on
          </Button>
        ) : null}
      </SaveBar>
    </div>
  );
}
