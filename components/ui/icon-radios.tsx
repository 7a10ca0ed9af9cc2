import { type ReactNode, useId } from "react";
import { cn } from "#components/ui/cn.ts";

type IconRadiosProps<T extends string> = {
  legend: string;
  options: readonly { value: T; label: string; icon: ReactNode }[];
  value: T;
  onChange: (value: T) => void;
};

export function IconRadios<T extends string>(props: IconRadiosProps<T>) {
  const name = useId();
  return (
    <fieldset className="inline-flex gap-0.5 rounded-md border bg-card p-0.5">
      <legend className="sr-only">{props.legend}</legend>
      {props.options.map(({ value, label, icon }) => (
        <label
          key={value}
          title={label}
          className={cn(
            "inline-flex size-7 [&>svg]:size-4 items-center justify-center rounded-sm text-muted-foreground hover:text-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring",
            props.value === value && "bg-accent text-accent-foreground",
          )}
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={props.value === value}
            onChange={() => props.onChange(value)}
            className="sr-only"
          />
          {icon}
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
