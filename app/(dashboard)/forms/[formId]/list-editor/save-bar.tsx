"use client";

import { type ReactNode, useEffect, useRef } from "react";
import type { ActionError } from "#components/form/action-result.ts";
import { ConflictMessage, SignedOutMessage } from "#components/form/form-message";
import { Button, PendingButton } from "#components/ui/button";
import { Notice } from "#components/ui/notice";

type SaveBarProps = {
  editor: {
    failed: { error: ActionError } | null;
    isDirty: boolean;
    isPending: boolean;
    discard: () => void;
    showSaved: () => void;
  };
  /** What's wrong with the last save, in words of the page. */
  message: string;
  label: string;
  save: () => void;
  overwrite: () => void;
  /** Selects what gets the focus once the bar with the button that had it is gone. */
  focusAfter: string;
  /** Another way to save. */
  children?: ReactNode;
};

/** Shown while an editor has unsaved changes, at the end of the window. */
export function SaveBar({ editor, message, focusAfter, ...props }: SaveBarProps) {
  const { isDirty, isPending } = editor;
  const failed = editor.failed?.error ?? null;
  const isUnsaved = isDirty || failed !== null;
  const box = useRef<HTMLDivElement>(null);

  const wasUnsaved = useRef(isUnsaved);
  useEffect(() => {
    if (wasUnsaved.current && !isUnsaved && document.activeElement === document.body)
      document.querySelector<HTMLElement>(focusAfter)?.focus();
    wasUnsaved.current = isUnsaved;
  }, [isUnsaved, focusAfter]);

  // Focuses the first invalid field, or else the message.
  useEffect(() => {
    if (failed === null) return;
    const wrong = document.querySelector<HTMLElement>("[data-row] [aria-invalid='true']");
    (wrong ?? box.current)?.focus();
  }, [failed]);

  if (!isUnsaved) return null;
  return (
    <div className="sticky bottom-0 z-20 -mx-4 -mb-6 grid gap-3 border-t bg-background px-4 py-3 sm:-mx-8 sm:-mb-10 sm:px-8">
      {failed?.conflict !== undefined ? (
        <ConflictMessage
          ref={box}
          overwrite={{ onClick: props.overwrite }}
          discard={editor.showSaved}
        />
      ) : failed?.isSignedOut ? (
        <SignedOutMessage ref={box} />
      ) : failed ? (
        <Notice ref={box} tone="danger" role="alert" tabIndex={-1}>
          {message}
        </Notice>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <PendingButton isPending={isPending} onClick={props.save}>
          {props.label}
        </PendingButton>
        {props.children}
        {isDirty ? (
          <Button variant="ghost" onClick={editor.discard}>
            Discard changes
          </Button>
        ) : null}
        <p role="status" className="text-muted-foreground max-sm:sr-only">
          {isPending ? "Saving…" : isDirty ? "Unsaved changes" : ""}
        </p>
      </div>
    </div>
  );
}
