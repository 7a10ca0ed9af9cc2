"use client";

import { useRef, useState } from "react";
import { TextField } from "#components/form/fields";
import { useTyping } from "#components/form/use-typing.ts";

/** Our own accent, which a new color starts from. */
const OURS = "#2751b4";

/** A color as text, with the browser's color picker beside it. */
export function AccentField({ accent }: { accent: string | null }) {
  const box = useRef<HTMLDivElement>(null);
  const [color, setColor] = useState(accent ?? OURS);
  useTyping(box, (data) => {
    const typed = String(data.get("accent") ?? "").trim();
    setColor(/^#[0-9a-f]{6}$/i.test(typed) ? typed : OURS);
  });

  function pick(picked: string): void {
    const input = box.current?.querySelector<HTMLInputElement>("input[name=accent]");
    if (!input) return;
    input.value = picked;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  return (
    <div ref={box} className="flex items-start gap-2">
      <TextField
        name="accent"
        label="Accent color"
        className="flex-1"
        controlClassName="font-mono md:text-xs"
        hint="For the button and links. Made darker or lighter where it would be hard to read."
        placeholder={OURS}
        defaultValue={accent ?? ""}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <input
        type="color"
        aria-label="Pick the accent color"
        value={color}
        onChange={({ target }) => pick(target.value)}
        className="mt-6.5 h-9 w-12 shrink-0 rounded-md border border-input bg-card p-1 shadow-card"
      />
    </div>
  );
}
