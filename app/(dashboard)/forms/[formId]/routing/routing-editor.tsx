"use client";

import { useId } from "react";
import type { Recipient } from "#lib/recipients/schema";
import type { Answer, Preview, Replay, Sample, SavedRouting } from "./draft";
import { ReplayCard } from "./replay-card";
import { RuleList } from "./rule-list";
import { SaveBar } from "./save-bar";
import { TryCard } from "./try-card";
import { type SaveRouting, useRoutingDraft } from "./use-routing-draft";

export type OfferedMessage = { id: string; sender: string; receivedAt: number };

type RoutingEditorProps = {
  saved: SavedRouting;
  recipients: readonly Recipient[];
  /** Who is told where no rule matches. */
  formRecipientIds: readonly string[];
  messages: readonly OfferedMessage[];
  sample: Sample;
  keepAs: string;
  save: SaveRouting;
  preview: (input: unknown) => Promise<Answer<Preview>>;
  replay: (input: unknown) => Promise<Answer<Replay>>;
  readSample: (submissionId: string) => Promise<Answer<Sample>>;
};

/** The rules on the left, what they would do on the right, and over the past below. */
export function RoutingEditor(props: RoutingEditorProps) {
  const { saved, recipients, formRecipientIds, messages, sample } = props;
  const state = useRoutingDraft(saved, props.save, props.keepAs);
  const fieldNamesId = useId();
  return (
    <div className="grid gap-6">
      <datalist id={fieldNamesId}>
        {sample.map(([name]) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <RuleList
          state={state}
          recipients={recipients}
          formRecipientIds={formRecipientIds}
          fieldNamesId={fieldNamesId}
        />
        <div className="lg:sticky lg:top-14">
          <TryCard
            draft={state.draft}
            messages={messages}
            initialSample={sample}
            preview={props.preview}
            readSample={props.readSample}
          />
        </div>
      </div>
      <ReplayCard draft={state.draft} hasMessages={messages.length > 0} replay={props.replay} />
      <SaveBar state={state} />
    </div>
  );
}
