"use client";

import { type ReactNode, useId } from "react";
import { applyTheme, useTheme } from "#components/shell/theme-choice";
import type { Theme } from "#components/shell/theme-names";
import { cn } from "#components/ui/cn";

const CHOICES = [
  { theme: "system", label: "Follow the system" },
  { theme: "light", label: "Light" },
  { theme: "dark", label: "Dark" },
] as const;

type ThemeSwitchProps = { initial: Theme; icons: Readonly<Record<Theme, ReactNode>> };

export function ThemeSwitch({ initial, icons }: ThemeSwitchProps) {
  const current = useTheme(initial);
  const name = useId();
  return (
    <fieldset className="inline-flex gap-0.5 rounded-md border bg-card p-0.5">
      <legend className="sr-only">Theme</legend>
      {CHOICES.map(({ theme, label }) => (
        <label
          key={theme}
          title={label}
          className={cn(
            "inline-flex size-7 [&>svg]:size-4 items-center justify-center rounded-sm text-muted-foreground hover:text-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring",
            current === theme && "bg-accent text-accent-foreground",
          )}
        >
          <input
            type="radio"
            name={name}
            value={theme}
            checked={current === theme}
            onChange={() => applyTheme(theme)}
            className="sr-only"
          />
          {icons[theme]}
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
