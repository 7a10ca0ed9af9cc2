"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { useFormContext } from "#components/form/action-form";
import { cn } from "#components/ui/cn";
import { Checkbox, Input, Label, NativeSelect, Switch, Textarea } from "#components/ui/input";

export type FieldProps = {
  name: string;
  label: ReactNode;
  /** Shown below the field. */
  hint?: ReactNode;
  /** Path of the field in the input, if it isn’t the name. */
  path?: string;
};

/** Connects a control to its label, hint, and error, and restores what was typed. */
export function useField(name: string, path: string, hasHint: boolean) {
  const { error: failure, fieldErrors } = useFormContext();
  const id = useId();
  const error = fieldErrors[path] ?? firstBelow(fieldErrors, path);
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hasHint ? hintId : null, error ? errorId : null].filter(Boolean).join(" ");
  return {
    error,
    hintId,
    errorId,
    typed: failure?.values[name],
    wasRejected: failure !== null,
    control: {
      id,
      name,
      "aria-invalid": error ? true : undefined,
      "aria-describedby": describedBy || undefined,
    },
  };
}

/** An error of an item (`settings.allowedOrigins.2`) is shown at the field of the list. */
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
        defaultChecked={field.wasRejected ? field.typed !== undefined : props.defaultChecked}
      />
    </div>
  );
}

/** A checkbox of a list with a shared name. */
export function CheckboxField({ name, label, hint, path = name, ...props }: ChoiceFieldProps) {
  const field = useField(name, path, Boolean(hint));
  const isTicked = field.wasRejected
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

type PasswordFieldProps = {
  name: string;
  label: string;
  hint?: ReactNode;
  path?: string;
  autoComplete: "current-password" | "new-password";
};

/** A password field with a button that shows it. */
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
          <span className="sr-only">Show password</span>
        </button>
      </span>
      <FieldNotes field={field} hint={hint} />
    </div>
  );
}
