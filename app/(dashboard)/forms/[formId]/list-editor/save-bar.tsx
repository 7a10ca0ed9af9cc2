"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { ErrorNotice } from "#components/form/form-message";
import { SaveButtons } from "#components/form/save-buttons";
import { toast } from "#components/ui/toast.ts";
import { ADD_ROW } from "./editable-list";
import type { ListEditor } from "./use-list-editor";

type Shown = "failed" | "message" | "isDirty" | "isPending" | "discard" | "showSaved";

type SaveBarProps = {
  editor: Pick<ListEditor, Shown>;
  label: string;
  save: () => void;
  overwrite: () => void;
  /** Another way to save. */
  children?: ReactNode;
};

/** Shown at the bottom of the window while an editor has unsaved changes, if the window is high enough to also show a field. */
export function SaveBar({ editor, ...props }: SaveBarProps) {
  const { isDirty, isPending, failed } = editor;
  const isUnsaved = isDirty || failed !== null;
  const box = useRef<HTMLDivElement>(null);

  const wasUnsaved = useRef(isUnsaved);
  useEffect(() => {
    // The focused button disappeared with the bar.
    if (wasUnsaved.current && !isUnsaved && document.activeElement === document.body)
      document.querySelector<HTMLElement>(ADD_ROW)?.focus();
    wasUnsaved.current = isUnsaved;
  }, [isUnsaved]);

  // Focuses the first invalid field, or else the message.
  useEffect(() => {
    if (failed === null) return;
    const wrong = document.querySelector<HTMLElement>("[data-row] [aria-invalid='true']");
    (wrong ?? box.current)?.focus();
  }, [failed]);

  if (!isUnsaved) return null;
  return (
    <div className="bottom-0 z-20 -mx-4 [@media(min-height:30rem)]:sticky -mb-6 grid gap-3 border-t bg-background px-4 py-3 sm:-mx-8 sm:-mb-10 sm:px-8">
      {failed ? (
        <ErrorNotice
          ref={box}
          error={{ ...failed, message: editor.message }}
          overwrite={{ onClick: props.overwrite }}
          discard={editor.showSaved}
        />
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <SaveButtons
          label={props.label}
          isPending={isPending}
          isDirty={isDirty}
          save={props.save}
          discard={() => toast("Changes discarded.", { label: "Undo", run: editor.discard() })}
        >
          {props.children}
        </SaveButtons>
      </div>
    </div>
  );
}
