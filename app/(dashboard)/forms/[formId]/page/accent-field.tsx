"use client";

import { useEffect, useRef, useState } from "react";
import { TextField } from "#components/form/fields";

/** Our own accent, which a new color starts from. */
const OURS = "#2751b4";

/** A color as text, with the browser's color picker beside it. */
export function AccentField({ accent }: { accent: string | null }) {
  const box = useRef<HTMLDivElement>(null);
  const [color, setColor] = useState(accent ?? OURS);

  // A draft that is restored or reset writes into the text without an event of its own.
  useEffect(() => {
    const form = box.current?.closest("form");
    if (!form) return;
    const read = () => {
      const typed = String(new FormData(form).get("accent") ?? "").trim();
      setColor(/^#[0-9a-f]{6}$/i.test(typed) ? typed : OURS);
    };
    // A reset takes effect after its event.
    const readSoon = () => setTimeout(read);
    read();
    form.addEventListener("input", read);
    form.addEventListener("reset", readSoon);
    return () => {
      form.removeEventListener("input", read);
      form.removeEventListener("reset", readSoon);
    };
  }, []);

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
