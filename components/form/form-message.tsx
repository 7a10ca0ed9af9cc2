"use client";

import type { ComponentProps, Ref } from "react";
import { useFormContext } from "#components/form/action-form";
import { type ActionError, OVERWRITE } from "#components/form/action-result.ts";
import { Button } from "#components/ui/button";
import { Countdown } from "#components/ui/clock";
import { Notice } from "#components/ui/notice";

type FormMessageProps = {
  /** False next to a bar that discards. */
  canDiscard?: boolean;
};

/** Shows why the form couldn’t be saved, or that a draft was restored. */
export function FormMessage({ canDiscard = true }: FormMessageProps) {
  const { error, draft, discard } = useFormContext();
  if (!error?.message)
    return draft?.isRestored ? (
      <Notice role="status">
        We restored your unsaved changes.
        {canDiscard ? (
          <>
            {" "}
            <button type="button" className="link" onClick={discard}>
              Discard changes
            </button>
          </>
        ) : null}
      </Notice>
    ) : null;
  return (
    <ErrorNotice
      error={error}
      overwrite={{ type: "submit", name: OVERWRITE, value: error.conflict ?? "" }}
      discard={() => {
        draft?.forget();
        location.reload();
      }}
    />
  );
}

type ErrorNoticeProps = {
  ref?: Ref<HTMLDivElement>;
  error: ActionError;
  /** Props of the button that overwrites someone else’s changes. */
  overwrite: ComponentProps<"button">;
  discard: () => void;
};

/** Shows why nothing was saved, and what to do about it. */
export function ErrorNotice({ ref, error, overwrite, discard }: ErrorNoticeProps) {
  const { message, conflict, isSignedOut, retryAt } = error;
  const notice = { ref, tabIndex: -1, role: "alert", "data-form-message": true };
  if (conflict !== undefined)
    return (
      <Notice {...notice} tone="warning">
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
  // Opens in another tab, so that this one keeps its text.
  if (isSignedOut)
    return (
      <Notice {...notice} tone="warning">
        You’re signed out, so this didn’t go through. Your changes are still here:{" "}
        <a href="/sign-in" target="_blank" rel="noreferrer" className="link">
          sign in in another tab
        </a>
        , then try again.
      </Notice>
    );
  return (
    <Notice {...notice} tone="danger">
      {/* The countdown shows the same with a time. */}
      {retryAt ? message?.replace(/ Try again in a moment\.$/, "") : message}{" "}
      {retryAt ? <Countdown until={retryAt} /> : null}
    </Notice>
  );
}
