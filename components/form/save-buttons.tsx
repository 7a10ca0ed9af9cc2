import type { ReactNode } from "react";
import { Button, PendingButton } from "#components/ui/button";

type SaveButtonsProps = {
  label: string;
  isPending: boolean;
  isDirty: boolean;
  /** Undefined in a form, which the button then submits. */
  save?: () => void;
  discard: () => void;
  /** Another way to save. */
  children?: ReactNode;
};

/** Save and discard buttons, the same for all unsaved changes. */
export function SaveButtons(props: SaveButtonsProps) {
  const { label, isPending, isDirty, save, discard, children } = props;
  return (
    <>
      <PendingButton type={save ? "button" : "submit"} isPending={isPending} onClick={save}>
        {label}
      </PendingButton>
      {children}
      {isDirty ? (
        <Button variant="ghost" onClick={discard}>
          Discard changes
        </Button>
      ) : null}
      <p role="status" className="text-muted-foreground max-sm:sr-only">
        {isPending ? "Saving…" : isDirty ? "Unsaved changes" : ""}
      </p>
    </>
  );
}
