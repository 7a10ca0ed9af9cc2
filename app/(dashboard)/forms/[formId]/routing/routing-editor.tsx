"use client";

import { useId } from "react";
import { SaveBar, useFocusAfterSave } from "#components/form/save-bar";
import { Button, PendingButton } from "#components/ui/button";
import type { Form } from "#lib/forms/schema";
import type { Recipient } from "#lib/recipients/schema";
import type { Routing } from "#lib/routing/schema";
import type { Sample } from "./draft";
import { type OfferedMessage, PreviewCard } from "./preview-card";
import { ReplayCard } from "./replay-card";
import { RuleList } from "./rule-list";
import { type RoutingDraft, useRoutingDraft } from "./use-routing-draft";

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
  const { draft } = state;
  const fieldNamesId = useId();
  const isUnsaved = state.isDirty || state.failed !== null;
  useFocusAfterSave(isUnsaved, "[data-add-rule]");
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
      {isUnsaved ? <RoutingSaveBar state={state} /> : null}
    </div>
  );
}

/** Shown while there are unsaved changes, at the end of the window. */
function RoutingSaveBar({ state }: { state: RoutingDraft }) {
  const { saved, draft, isDirty, isPending } = state;
  const turnsOn = !saved.enabled && saved.rules.length > 0 && draft.enabled;
  return (
    <SaveBar
      failed={state.failed?.error ?? null}
      message={state.message}
      isDirty={isDirty}
      isPending={isPending}
      overwrite={state.saveOver}
      discardMine={state.showSaved}
    >
      <PendingButton isPending={isPending} onClick={state.save}>
        {turnsOn ? "Save and turn on" : "Save rules"}
      </PendingButton>
      {turnsOn ? (
        <Button variant="outline" onClick={state.saveTurnedOff}>
          Save without turning on
        </Button>
      ) : null}
      {isDirty ? (
        <Button variant="ghost" onClick={state.discard}>
          Discard changes
        </Button>
      ) : null}
    </SaveBar>
  );
}
