"use client";

import { type ReactNode, useId } from "react";
import { cn } from "#components/ui/cn";
import { fieldClasses } from "#components/ui/input";
import { Label } from "#components/ui/label";

export type ControlProps = {
  id: string;
  className: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};

type RuleFieldProps = {
  label: string;
  error: string | undefined;
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

/** Ties a control of a rule to its label and to what is wrong with it. */
export function RuleField({ label, error, className, children }: RuleFieldProps) {
  const id = useId();
  return (
    <div className={cn("grid content-start gap-1.5", className)}>
      <Label htmlFor={id}>{label}</Label>
      {children({
        id,
        className: cn(fieldClasses, "h-9 px-3"),
        "aria-invalid": error ? true : undefined,
        "aria-describedby": error ? `${id}-error` : undefined,
      })}
      {error ? (
        <p id={`${id}-error`} className="text-sm text-destructive">
          {error}
        </p>
      ) : null}
    </div>
  );
}
