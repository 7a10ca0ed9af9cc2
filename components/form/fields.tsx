"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { useFormContext } from "#components/form/action-form";
import { cn } from "#components/ui/cn.ts";
import { Checkbox, Input, Label, NativeSelect, Switch, Textarea } from "#components/ui/input";

/** Props of a control for text that isn’t prose. */
export const PLAIN = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

type FieldProps = {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Path of the field in the input, if it isn’t the name. */
  path?: string;
};

/** Connects a control to its label, hint, and error, and restores typed text. */
export function useField(name: string, path: string, hasHint: boolean) {
  const { typed, fieldErrors } = useFormContext();
  const id = useId();
  const error = fieldErrors[path] ?? firstBelow(fieldErrors, path);
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hasHint ? hintId : null, error ? errorId : null].filter(Boolean).join(" ");
  return {
    error,
    hintId,
    errorId,
    typed: typed && (typed[name] ?? []),
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
  hint?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
};

export function FieldFrame({ field, label, hint, className, children }: FieldFrameProps) {
  return (
    <div className={cn("grid content-start gap-1.5", className)}>
      <Label htmlFor={field.control.id}>{label}</Label>
      {children}
      <FieldNotes field={field} hint={hint} />
    </div>
  );
}

export function FieldNotes({ field, hint }: Pick<FieldFrameProps, "field" | "hint">) {
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

type TextProps = FieldProps & {
  className?: string | undefined;
  defaultValue?: string | number | readonly string[] | undefined;
};

/** Splits a field's props into those of its frame and those of its control. */
function useTextField<P extends TextProps>(props: P) {
  const { name, label, hint, path = name, className, defaultValue, ...others } = props;
  const field = useField(name, path, Boolean(hint));
  return {
    frame: { field, label, hint, className },
    control: { ...others, ...field.control, defaultValue: field.typed?.[0] ?? defaultValue },
  };
}

type ControlProps<Tag extends "input" | "textarea" | "select"> = FieldProps &
  Omit<ComponentProps<Tag>, "name" | "id">;

type TextFieldProps = ControlProps<"input"> & { controlClassName?: string };

export function TextField({ controlClassName, ...props }: TextFieldProps) {
  const { frame, control } = useTextField(props);
  return (
    <FieldFrame {...frame}>
      <Input {...control} className={controlClassName} />
    </FieldFrame>
  );
}

export function TextareaField(props: ControlProps<"textarea">) {
  const { frame, control } = useTextField(props);
  return (
    <FieldFrame {...frame}>
      <Textarea {...control} />
    </FieldFrame>
  );
}

export function SelectField(props: ControlProps<"select">) {
  const { frame, control } = useTextField(props);
  return (
    <FieldFrame {...frame}>
      {/* React sets a select’s default only on the first render, and a reset returns to it. */}
      <NativeSelect key={String(control.defaultValue)} {...control} />
    </FieldFrame>
  );
}

type ChoiceFieldProps = Omit<ControlProps<"input">, "type">;

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
        defaultChecked={field.typed ? field.typed.length > 0 : props.defaultChecked}
      />
    </div>
  );
}

/** A checkbox of a list with a shared name. */
export function CheckboxField({ name, label, hint, path = name, ...props }: ChoiceFieldProps) {
  const field = useField(name, path, Boolean(hint));
  const wasTicked = field.typed?.includes(String(props.value ?? "on")) ?? props.defaultChecked;
  return (
    <div className="flex items-start gap-3">
      <span className="flex h-5 items-center">
        <Checkbox
          {...props}
          {...field.control}
          // The list shows its error only once.
          aria-describedby={hint ? field.hintId : undefined}
          defaultChecked={props.checked === undefined ? wasTicked : undefined}
        />
      </span>
      <div className="grid min-w-0 gap-0.5">
        <Label htmlFor={field.control.id} className="font-normal">
          {label}
        </Label>
        <FieldNotes field={{ ...field, error: undefined }} hint={hint} />
      </div>
    </div>
  );
}

type CheckboxGroupProps = {
  name: string;
  label: string;
  hint?: string;
  options: readonly (Omit<ChoiceFieldProps, "name"> & { value: string })[];
  selected: readonly string[];
  /** Classes of the list. */
  className?: string;
  /** Shown above the list. */
  children?: ReactNode;
};

export function CheckboxGroup({ name, label, hint, selected, ...props }: CheckboxGroupProps) {
  const { error, hintId, errorId, control } = useField(name, name, hint !== undefined);
  return (
    <fieldset aria-describedby={control["aria-describedby"]}>
      <legend className="font-medium">{label}</legend>
      {hint === undefined ? null : (
        <p id={hintId} className="mt-1 text-pretty text-muted-foreground">
          {hint}
        </p>
      )}
      <div className={cn("mt-3 grid gap-3", props.className)}>
        {props.children}
        {props.options.map((option) => (
          <CheckboxField
            key={option.value}
            name={name}
            defaultChecked={selected.includes(option.value)}
            {...option}
          />
        ))}
      </div>
      {error ? (
        <p id={errorId} tabIndex={-1} data-form-message className="mt-3 text-destructive">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

type PasswordFieldProps = FieldProps & {
  autoComplete: "current-password" | "new-password";
  autoFocus?: boolean;
};

export function PasswordField({ autoComplete, ...props }: PasswordFieldProps) {
  const { frame, control } = useTextField(props);
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <FieldFrame {...frame}>
      <span className="relative">
        <Input
          {...control}
          type={isShown ? "text" : "password"}
          {...PLAIN}
          autoComplete={autoComplete}
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
    </FieldFrame>
  );
}
