"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { useFormContext } from "#components/form/action-form";
import { SaveButtons } from "#components/form/save-buttons";
import { Button } from "#components/ui/button";
import { CardFooter } from "#components/ui/card";

type FormSaveBarProps = {
  label: string;
  /** The effect of saving. */
  children?: ReactNode;
};

/**
 * The bar at the end of a form. It stays in view while the form has unsaved changes and the window is high enough to show
 * fields above it. Without JavaScript, it’s always shown.
 */
export function FormSaveBar({ label, children }: FormSaveBarProps) {
  const { isDirty, isPending, error, discard } = useFormContext();
  const isUnsaved = isDirty || isPending || error !== null;
  const place = useRef<HTMLDivElement>(null);
  const wasUnsaved = useRef(isUnsaved);
  useEffect(() => {
    // The focused button disappeared with the bar.
    if (wasUnsaved.current && !isUnsaved && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true });
    wasUnsaved.current = isUnsaved;
  }, [isUnsaved]);
  return (
    <div
      ref={place}
      tabIndex={-1}
      className="bottom-0 z-10 outline-none [@media(min-height:30rem)]:sticky"
    >
      {isUnsaved ? (
        <CardFooter>
          <SaveButtons label={label} isPending={isPending} isDirty={isDirty} discard={discard} />
          {children}
        </CardFooter>
      ) : null}
      <noscript>
        <CardFooter>
          <Button type="submit">{label}</Button>
          {children}
        </CardFooter>
      </noscript>
    </div>
  );
}
