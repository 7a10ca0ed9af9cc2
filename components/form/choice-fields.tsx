"use client";

import type { ComponentProps } from "react";
import { FieldNotes, type FieldProps, useField } from "#components/form/field";
import { Checkbox } from "#components/ui/checkbox";
import { Label } from "#components/ui/label";
import { Switch } from "#components/ui/switch";

type ChoiceFieldProps = FieldProps & Omit<ComponentProps<"input">, "name" | "id" | "type">;

export function SwitchField({ name, label, hint, path = name, ...props }: ChoiceFieldProps) {
  const field = useField(name, path, Boolean(hint));
  return (
    <div className="flex items-start justify-between gap-6">
      <div className="grid gap-1">
        <Label htmlFor={field.control.id}>{label}</Label>
        <FieldNotes field={field} hint={hint} />
      </div>
      <Switch
        {...props}
        {...field.control}
        defaultChecked={field.isRefused ? field.typed !== undefined : props.defaultChecked}
      />
    </div>
  );
}

/** One box of a list: all boxes share a name, the values of the ticked ones are sent. */
export function CheckboxField({ name, label, hint, path = name, ...props }: ChoiceFieldProps) {
  const field = useField(name, path, Boolean(hint));
  const isTicked = field.isRefused
    ? field.typed?.includes(String(props.value ?? "on"))
    : props.defaultChecked;
  return (
    <div className="flex items-start gap-3">
      <span className="flex h-5 items-center">
        <Checkbox {...props} {...field.control} defaultChecked={isTicked} />
      </span>
      <div className="grid min-w-0 gap-0.5">
        <Label htmlFor={field.control.id} className="font-normal">
          {label}
        </Label>
        {hint ? (
          <p id={field.hintId} className="text-sm text-pretty text-muted-foreground">
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  );
}
