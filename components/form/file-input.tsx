import { type ComponentProps, useEffect, useEffectEvent, useId, useRef } from "react";
import { Input, Label } from "#components/ui/input";

type FileInputProps = Pick<ComponentProps<"input">, "accept" | "disabled"> & {
  hint: string;
  onSelect: (file: File) => void;
};

/** A field for one file, which is read as soon as it’s selected, even if that was before hydration. */
export function FileInput({ hint, onSelect, ...props }: FileInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const select = () => {
    const file = input.current?.files?.[0];
    if (file) onSelect(file);
  };
  const selectEarly = useEffectEvent(select);
  useEffect(() => selectEarly(), []);
  return (
    <div className="grid gap-2">
      <Label htmlFor={id}>File</Label>
      <Input
        {...props}
        id={id}
        ref={input}
        type="file"
        className="h-auto p-1 file:mr-3 file:rounded-sm file:bg-muted file:px-3 file:py-1 file:font-medium"
        aria-describedby={`${id}-hint`}
        onChange={select}
      />
      <p id={`${id}-hint`} className="text-muted-foreground">
        {hint}
      </p>
    </div>
  );
}
