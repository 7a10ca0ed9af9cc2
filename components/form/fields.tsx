"use client";

import type { ComponentProps } from "react";
import { FieldFrame, type FieldProps, useField } from "#components/form/field";
import { Input } from "#components/ui/input";
import { NativeSelect } from "#components/ui/native-select";
import { Textarea } from "#components/ui/textarea";

type TextFieldProps = FieldProps &
  Omit<ComponentProps<"input">, "name" | "id"> & { controlClassName?: string };

export function TextField({
  name,
  label,
  hint,
  path = name,
  className,
  controlClassName,
  ...props
}: TextFieldProps) {
  const field = useField(name, path, Boolean(hint));
  return (
    <FieldFrame field={field} label={label} hint={hint} className={className}>
      <Input
        {...props}
        {...field.control}
        className={controlClassName}
        defaultValue={field.typed?.[0] ?? props.defaultValue}
      />
    </FieldFrame>
  );
}

type TextareaFieldProps = FieldProps & Omit<ComponentProps<"textarea">, "name" | "id">;

export function TextareaField({ name, label, hint, path = name, ...props }: TextareaFieldProps) {
  const field = useField(name, path, Boolean(hint));
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      <Textarea
        {...props}
        {...field.control}
        defaultValue={field.typed?.[0] ?? props.defaultValue}
      />
    </FieldFrame>
  );
}

type SelectFieldProps = FieldProps & Omit<ComponentProps<"select">, "name" | "id">;

export function SelectField({
  name,
  label,
  hint,
  path = name,
  className,
  ...props
}: SelectFieldProps) {
  const field = useField(name, path, Boolean(hint));
  return (
    <FieldFrame field={field} label={label} hint={hint} className={className}>
      <NativeSelect
        {...props}
        {...field.control}
        defaultValue={field.typed?.[0] ?? props.defaultValue}
      />
    </FieldFrame>
  );
}
