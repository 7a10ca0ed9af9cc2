"use client";

import { useRef, useState } from "react";
import { PLAIN, TextField } from "#components/form/fields";
import { useTyping } from "#components/form/use-typing.ts";

/** Our own accent color, the initial value of a new color. */
export const OUR_COLOR = "#2751b4";

type ColorFieldProps = {
  name: string;
  label: string;
  hint: string;
  /** The color used if none is set. */
  ours: string;
  color: string | null;
};

/** A color as text, with the browser's color picker beside it. */
export function ColorField({ name, label, hint, ours, color: saved }: ColorFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const [color, setColor] = useState(saved ?? ours);
  useTyping(box, (data) => {
    const typed = String(data.get(name) ?? "").trim();
    setColor(/^#[0-9a-f]{6}$/i.test(typed) ? typed : ours);
  });

  function pick(picked: string): void {
    const input = box.current?.querySelector<HTMLInputElement>(`input[name=${name}]`);
    if (!input) return;
    // Unlike an assignment, this is treated like typing.
    input.setRangeText(picked, 0, input.value.length, "end");
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  return (
    <div ref={box} className="flex items-start gap-2">
      <TextField
        name={name}
        label={label}
        className="flex-1"
        controlClassName="font-mono md:text-xs"
        hint={hint}
        placeholder={ours}
        defaultValue={saved ?? ""}
        {...PLAIN}
      />
      <input
        type="color"
        aria-label={`Pick the ${label.toLowerCase()}`}
        value={color}
        onChange={({ target }) => pick(target.value)}
        className="mt-6.5 h-9 w-12 shrink-0 rounded-md border border-input bg-card p-1 shadow-card"
      />
    </div>
  );
}
