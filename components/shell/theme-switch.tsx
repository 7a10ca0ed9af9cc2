"use client";

import { type ReactNode, useId } from "react";
import { keepCookie, THEME_COOKIE, THEMES, type Theme } from "#components/shell/preferences.ts";
import { cn } from "#components/ui/cn.ts";
import { createStore, useStore } from "#components/ui/store.ts";

/** Set since the page was loaded, so newer than the theme the server rendered. */
const selected = createStore<Theme | null>(null);

/** The server reads the cookie and renders the theme: no script, no flash. */
export function applyTheme(theme: Theme): void {
  selected.set(theme);
  keepCookie(THEME_COOKIE, theme);
  const { classList } = document.documentElement;
  classList.remove(...THEMES);
  if (theme !== "system") classList.add(theme);
}

const LABELS = { system: "Match system", light: "Light", dark: "Dark" } as const;

type ThemeSwitchProps = {
  initial: Theme;
  icons: Readonly<Record<Theme, ReactNode>>;
};

export function ThemeSwitch({ initial, icons }: ThemeSwitchProps) {
  const current = useStore(selected) ?? initial;
  const name = useId();
  return (
    <fieldset className="inline-flex gap-0.5 rounded-md border bg-card p-0.5">
      <legend className="sr-only">Theme</legend>
      {THEMES.map((theme) => (
        <label
          key={theme}
          title={LABELS[theme]}
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
          <span className="sr-only">{LABELS[theme]}</span>
        </label>
      ))}
    </fieldset>
  );
}
