"use client";

import { type ReactNode, useEffect, useRef } from "react";
import type { ActionError } from "#components/form/action-result.ts";
import { ConflictMessage, SignedOutMessage } from "#components/form/form-message";
import { Notice } from "#components/ui/notice";

/** Focuses an element once the bar with the button that had the focus is gone. */
export function useFocusAfterSave(isUnsaved: boolean, selector: string): void {
  const wasUnsaved = useRef(isUnsaved);
  useEffect(() => {
    if (wasUnsaved.current && !isUnsaved && document.activeElement === document.body)
      document.querySelector<HTMLElement>(selector)?.focus();
    wasUnsaved.current = isUnsaved;
  }, [isUnsaved, selector]);
}

type SaveBarProps = {
  /** The last save, if it failed. */
  failed: ActionError | null;
  /** What's wrong with it, in words of the page. */
  message: string;
  isDirty: boolean;
  isPending: boolean;
  overwrite: () => void;
  discardMine: () => void;
  /** The buttons. */
  children: ReactNode;
};

/** Shown while an editor has unsaved changes, at the end of the window. */
export function SaveBar({ failed, message, isDirty, isPending, ...props }: SaveBarProps) {
  const box = useRef<HTMLDivElement>(null);

  // Focuses the first invalid field, or else the message.
  useEffect(() => {
    if (failed === null) return;
    const wrong = document.querySelector<HTMLElement>("[data-row] [aria-invalid='true']");
    (wrong ?? box.current)?.focus();
  }, [failed]);

  return (
    <div className="sticky bottom-0 z-20 -mx-4 -mb-6 grid gap-3 border-t bg-background px-4 py-3 sm:-mx-8 sm:-mb-10 sm:px-8">
      {failed?.conflict !== undefined ? (
        <ConflictMessage
          ref={box}
          overwrite={{ onClick: props.overwrite }}
          discard={props.discardMine}
        />
      ) : failed?.isSignedOut ? (
        <SignedOutMessage ref={box} />
      ) : failed ? (
        <Notice ref={box} tone="danger" role="alert" tabIndex={-1}>
          {message}
        </Notice>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        {props.children}
        <p role="status" className="text-muted-foreground max-sm:sr-only">
          {isPending ? "Saving…" : isDirty ? "Unsaved changes" : ""}
        </p>
      </div>
    </div>
  );
}
