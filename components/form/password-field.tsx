"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FieldNotes, useField } from "#components/form/field";
import { Input } from "#components/ui/input";
import { Label } from "#components/ui/label";

type PasswordFieldProps = {
  name: string;
  label: string;
  hint?: ReactNode;
  path?: string;
  autoComplete: "current-password" | "new-password";
};

/** A password that can be looked at: typed right beats typed twice. */
export function PasswordField({
  name,
  label,
  hint,
  path = name,
  autoComplete,
}: PasswordFieldProps) {
  const field = useField(name, path, Boolean(hint));
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="grid gap-1.5">
      <Label htmlFor={field.control.id}>{label}</Label>
      <span className="relative">
        <Input
          {...field.control}
          type={isShown ? "text" : "password"}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required
          className="pr-10"
        />
        <button
          type="button"
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="absolute top-1 right-1 inline-flex size-7 items-center justify-center rounded-sm text-muted-foreground hover:text-foreground"
        >
          <Icon aria-hidden className="size-4" />
          <span className="sr-only">Show the password</span>
        </button>
      </span>
      <FieldNotes field={field} hint={hint} />
    </div>
  );
}
