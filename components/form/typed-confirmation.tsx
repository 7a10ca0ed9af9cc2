"use client";

import { useId } from "react";
import { Input } from "#components/ui/input";
import { Label } from "#components/ui/label";

type TypedConfirmationProps = {
  /** What has to be typed, letter by letter. */
  text: string;
  onChange: (isRight: boolean) => void;
};

/** A loss that cannot be taken back is typed, not clicked. */
export function TypedConfirmation({ text, onChange }: TypedConfirmationProps) {
  const id = useId();
  return (
    <div className="mt-2 grid gap-1.5 text-foreground">
      <Label htmlFor={id} className="font-normal select-text">
        Type <strong className="font-semibold wrap-anywhere">{text}</strong> to confirm
      </Label>
      <Input
        id={id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value.trim() === text.trim())}
      />
    </div>
  );
}
