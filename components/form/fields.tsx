"use client";

import { type ComponentProps, type ReactNode, useId } from "react";
import { useFormContext } from "#components/form/action-form";
import { Checkbox } from "#components/ui/checkbox";
import { cn } from "#components/ui/cn";
import { Input } from "#components/ui/input";
import { Label } from "#components/ui/label";
import { NativeSelect } from "#components/ui/native-select";
import { Switch } from "#components/ui/switch";
import { Textarea } from "#components/ui/textarea";

type FieldProps = {
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

function FieldFrame({ field, label, hint, className, children }: FieldFrameProps) {
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

type TextFieldProps = FieldProps & Omit<ComponentProps<"input">, "name" | "id">;

export function TextField({ name, label, hint, path = name, className, ...props }: TextFieldProps) {
  const field = useField(name, path, Boolean(hint));
  return (
    <FieldFrame field={field} label={label} hint={hint} className={className}>
      <Input {...props} {...field.control} defaultValue={field.typed?.[0] ?? props.defaultValue} />
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

type ChoiceFieldProps = FieldProps & Omit<ComponentProps<"input">, "name" | "id" | "type">;

export function SwitchField({ name, label, hint, path = name, ...props }: ChoiceFieldProps) {
  const field = useField(name, path, Boolean(hint));
  return (
    <div className="flex items-start justify-between gap-6">
      <div className="grid gap-1">
        <Label htmlFor={field.control.id}>{label}</Label>
        <FieldNotes field={field} hint={hint} />
      </div>
      <Switch {...props} {...field.control} />
    </div>
  );
}

/** One box of a list: all boxes share a name, the values of the ticked ones are sent. */
export function CheckboxField({ name, label, hint, path = name, ...props }: ChoiceFieldProps) {
  const field = useField(name, path, Boolean(hint));
  const ticked = field.typed ? field.typed.includes(String(props.value ?? "on")) : undefined;
  return (
    <div className="flex items-start gap-3">
      <span className="flex h-5 items-center">
        <Checkbox {...props} {...field.control} defaultChecked={ticked ?? props.defaultChecked} />
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
