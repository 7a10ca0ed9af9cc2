"use client";

import { type ReactNode, useId } from "react";
import { useFormContext } from "#components/form/action-form";
import { cn } from "#components/ui/cn";
import { Label } from "#components/ui/label";

export type FieldProps = {
  name: string;
  label: ReactNode;
  /** Said below the field, before anything goes wrong. */
  hint?: ReactNode;
  /** Dotted path of the field in the verb's input, where it is not the name. */
  path?: string;
};

/** What ties a control to its label, hint and error, and gives back what was typed. */
export function useField(name: string, path: string, hasHint: boolean) {
  const { state } = useFormContext();
  const id = useId();
  const error = state.fieldErrors[path] ?? firstBelow(state.fieldErrors, path);
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hasHint ? hintId : null, error ? errorId : null].filter(Boolean).join(" ");
  return {
    error,
    hintId,
    errorId,
    typed: state.values[name],
    isRefused: state.status === "refused",
    control: {
      id,
      name,
      "aria-invalid": error ? true : undefined,
      "aria-describedby": describedBy || undefined,
    },
  };
}

/** An error of a member (`settings.allowedOrigins.2`) belongs to the field of the whole. */
function firstBelow(errors: Readonly<Record<string, string>>, path: string): string | undefined {
  const key = Object.keys(errors).find((candidate) => candidate.startsWith(`${path}.`));
  return key === undefined ? undefined : errors[key];
}

type FieldFrameProps = {
  field: ReturnType<typeof useField>;
  label: ReactNode;
  hint: ReactNode;
  className?: string | undefined;
  children: ReactNode;
};

export function FieldFrame({ field, label, hint, className, children }: FieldFrameProps) {
  return (
    <div className={cn("grid gap-1.5", className)}>
      <Label htmlFor={field.control.id}>{label}</Label>
      {children}
      <FieldNotes field={field} hint={hint} />
    </div>
  );
}

export function FieldNotes({
  field,
  hint,
}: {
  field: Pick<ReturnType<typeof useField>, "error" | "hintId" | "errorId">;
  hint: ReactNode;
}) {
  return (
    <>
      {field.error ? (
        <p id={field.errorId} className="text-sm text-destructive">
          {field.error}
        </p>
      ) : null}
      {hint ? (
        <p id={field.hintId} className="text-sm text-pretty text-muted-foreground">
          {hint}
        </p>
      ) : null}
    </>
  );
}
