"use client";

import { LoaderCircle } from "lucide-react";
import { useEffect, useRef } from "react";
import { SignedOutMessage } from "#components/form/signed-out-message";
import { Button } from "#components/ui/button";
import { cn } from "#components/ui/cn";
import { Notice } from "#components/ui/notice";
import type { RoutingDraft } from "./use-routing-draft";

/** Stays in sight while there is something to save. */
export function SaveBar({ state }: { state: RoutingDraft }) {
  const { isDirty, isPending, isAsking, hasConflict, refusal } = state;
  const message = useRef<HTMLDivElement>(null);
  const saveButton = useRef<HTMLButtonElement>(null);

  // After a refusal the first wrong field has the focus, or else the sentence that says why.
  // The question takes the place of the button, and gives it back with the focus.
  useEffect(() => {
    if (!isAsking) return;
    message.current?.focus();
    return () => {
      if (document.activeElement === document.body) saveButton.current?.focus();
    };
  }, [isAsking]);
  useEffect(() => {
    if (!hasConflict && refusal === null) return;
    const wrong = document.querySelector<HTMLElement>("[data-row] [aria-invalid='true']");
    (wrong ?? message.current)?.focus();
  }, [hasConflict, refusal]);

  return (
    <div
      className={cn(
        "grid gap-3",
        (isDirty || hasConflict || refusal !== null) &&
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
          <p className="font-medium">Somebody saved other rules while you were editing.</p>
          <p className="mt-1">
            It may have been you, in another tab. Nothing was overwritten, and your rules are still
            here.
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button variant="outline" size="sm" onClick={state.saveOver}>
              Save mine instead
            </Button>
            <Button variant="ghost" size="sm" onClick={state.showSaved}>
              Drop mine, show what is saved
            </Button>
          </div>
        </Notice>
      ) : refusal?.isSignedOut ? (
        <SignedOutMessage ref={message} />
      ) : refusal !== null ? (
        <Notice ref={message} tone="danger" role="alert" tabIndex={-1}>
          {refusal.message}
        </Notice>
      ) : null}
      <div className={cn("flex flex-wrap items-center gap-3", isAsking && "hidden")}>
        <Button ref={saveButton} onClick={state.save} aria-disabled={isPending || undefined}>
          {isPending ? <LoaderCircle aria-hidden className="animate-spin" /> : null}
          Save the rules
        </Button>
        {isDirty ? (
          <Button variant="ghost" onClick={state.discard}>
            Discard changes
          </Button>
        ) : null}
        <p role="status" className="text-muted-foreground">
          {isPending ? "Saving…" : isDirty ? "Not saved yet" : ""}
        </p>
      </div>
    </div>
  );
}
