"use client";

import type { ComponentProps, Ref } from "react";
import { useFormContext } from "#components/form/action-form";
import { OVERWRITE } from "#components/form/action-result.ts";
import { Button } from "#components/ui/button";
import { Countdown } from "#components/ui/clock";
import { Notice } from "#components/ui/notice";

/** The reason the form couldn't be saved, or a note that a draft was restored. */
export function FormMessage() {
  const { error, draft } = useFormContext();
  if (!error?.message)
    return draft?.isRestored ? (
      <Notice role="status">
        We restored your unsaved changes.{" "}
        <button type="button" className="link" onClick={draft.discard}>
          Discard changes
        </button>
      </Notice>
    ) : null;
  const { message, conflict, isSignedOut, retryAt } = error;
  if (conflict !== undefined)
    return (
      <ConflictMessage
        overwrite={{ type: "submit", name: OVERWRITE, value: conflict ?? "" }}
        discard={() => {
          draft?.forget();
          location.reload();
        }}
      />
    );
  if (isSignedOut) return <SignedOutMessage />;
  return (
    <Notice tone="danger" tabIndex={-1} data-form-message role="alert">
      {message} {retryAt ? <Countdown until={retryAt} /> : null}
    </Notice>
  );
}

type MessageProps = { ref?: Ref<HTMLDivElement> };

type ConflictMessageProps = MessageProps & {
  overwrite: ComponentProps<"button">;
  discard: () => void;
};

export function ConflictMessage({ ref, overwrite, discard }: ConflictMessageProps) {
  return (
    <Notice ref={ref} tone="warning" tabIndex={-1} data-form-message role="alert">
      <p className="font-medium">Someone else saved changes while you were editing.</p>
      <p className="mt-1">
        It may have been you, in another tab. Your changes aren’t saved yet, and nothing was
        overwritten.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="outline" size="sm" {...overwrite}>
          Overwrite with my changes
        </Button>
        <Button variant="ghost" size="sm" onClick={discard}>
          Discard my changes
        </Button>
      </div>
    </Notice>
  );
}

/** Links to sign-in in another tab, so that this one keeps its text. */
export function SignedOutMessage({ ref }: MessageProps) {
  return (
    <Notice ref={ref} tone="warning" tabIndex={-1} data-form-message role="alert">
      You’re signed out, so this didn’t go through. Your changes are still here:{" "}
      <a href="/sign-in" target="_blank" rel="noreferrer" className="link">
        sign in in another tab
      </a>
      , then try again.
    </Notice>
  );
}
