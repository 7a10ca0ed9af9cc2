"use client";

import { LoaderCircle } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import type { ActionResult } from "#components/form/action-result";
import { SignedOutMessage } from "#components/form/form-message";
import { Button } from "#components/ui/button";
import { cn } from "#components/ui/cn";
import { Notice } from "#components/ui/notice";
import type { Recipient } from "#lib/recipients/schema";
import type { Preview, Replay, Sample, SavedRouting } from "./draft";
import { ReplayCard } from "./replay-card";
import { RuleList } from "./rule-list";
import { TryCard } from "./try-card";
import { type RoutingDraft, type SaveRouting, useRoutingDraft } from "./use-routing-draft";

export type OfferedMessage = { id: string; sender: string; receivedAt: number };

type RoutingEditorProps = {
  saved: SavedRouting;
  recipients: readonly Recipient[];
  /** Notified when no rule matches. */
  formRecipientIds: readonly string[];
  messages: readonly OfferedMessage[];
  sample: Sample;
  draftKey: string;
  save: SaveRouting;
  preview: (input: unknown) => Promise<ActionResult<Preview>>;
  replay: (input: unknown) => Promise<ActionResult<Replay>>;
  readSample: (submissionId: string) => Promise<ActionResult<Sample>>;
};

/** The rules, a preview on the right, and a replay of past messages below. */
export function RoutingEditor(props: RoutingEditorProps) {
  const { saved, recipients, formRecipientIds, messages, sample } = props;
  const state = useRoutingDraft(saved, props.save, props.draftKey);
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

/** Sticky while there are unsaved changes. */
export function SaveBar({ state }: { state: RoutingDraft }) {
  const { isDirty, isPending, isAsking, hasConflict, failure } = state;
  const message = useRef<HTMLDivElement>(null);
  const saveButton = useRef<HTMLButtonElement>(null);

  // Focuses the first invalid field, or else the message.
  // The question replaces the save button, which gets the focus back afterwards.
  useEffect(() => {
    if (!isAsking) return;
    message.current?.focus();
    return () => {
      if (document.activeElement === document.body) saveButton.current?.focus();
    };
  }, [isAsking]);
  useEffect(() => {
    if (!hasConflict && failure === null) return;
    const wrong = document.querySelector<HTMLElement>("[data-row] [aria-invalid='true']");
    (wrong ?? message.current)?.focus();
  }, [hasConflict, failure]);

  return (
    <div
      className={cn(
        "grid gap-3",
        (isDirty || hasConflict || failure !== null) &&
          "sticky bottom-0 z-20 -mx-4 -mb-6 border-t bg-background px-4 py-3 sm:-mx-8 sm:-mb-10 sm:px-8",
      )}
    >
      {isAsking ? (
        <Notice ref={message} tone="warning" role="alert" tabIndex={-1}>
          <p className="font-medium">Routing is off. These rules won’t run.</p>
          <p className="mt-1">Messages keep going to the form’s own recipients.</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button size="sm" onClick={state.turnOnAndSave}>
              Turn on and save
            </Button>
            <Button variant="outline" size="sm" onClick={state.saveIdle}>
              Save without turning on
            </Button>
            <Button variant="ghost" size="sm" onClick={state.cancelSave}>
              Cancel
            </Button>
          </div>
        </Notice>
      ) : hasConflict ? (
        <Notice ref={message} tone="warning" role="alert" tabIndex={-1}>
          <p className="font-medium">Someone else saved changes while you were editing.</p>
          <p className="mt-1">
            It may have been you, in another tab. Your rules aren’t saved yet, and nothing was
            overwritten.
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button variant="outline" size="sm" onClick={state.saveOver}>
              Overwrite with my changes
            </Button>
            <Button variant="ghost" size="sm" onClick={state.showSaved}>
              Discard my changes
            </Button>
          </div>
        </Notice>
      ) : failure?.isSignedOut ? (
        <SignedOutMessage ref={message} />
      ) : failure !== null ? (
        <Notice ref={message} tone="danger" role="alert" tabIndex={-1}>
          {failure.message}
        </Notice>
      ) : null}
      <div className={cn("flex flex-wrap items-center gap-3", isAsking && "hidden")}>
        <Button ref={saveButton} onClick={state.save} aria-disabled={isPending || undefined}>
          {isPending ? <LoaderCircle aria-hidden className="animate-spin" /> : null}
          Save rules
        </Button>
        {isDirty ? (
          <Button variant="ghost" onClick={state.discard}>
            Discard changes
          </Button>
        ) : null}
        <p role="status" className="text-muted-foreground">
          {isPending ? "Saving…" : isDirty ? "Unsaved changes" : ""}
        </p>
      </div>
    </div>
  );
}
