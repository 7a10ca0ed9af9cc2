"use client";

import type { ReactNode } from "react";
import { keepCookie, THEME_COOKIE, THEMES, type Theme } from "#components/shell/preferences.ts";
import { IconRadios } from "#components/ui/icon-radios";
import { createStore, useStore } from "#components/ui/store.ts";

/** The theme selected since the page was loaded, which is newer than the server’s. */
const selected = createStore<Theme | null>(null);

/**
 * Applies a theme. The server reads the cookie and renders the theme, without a script or a flash.
 */
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
  return (
    <IconRadios
      legend="Theme"
      options={THEMES.map((value) => ({ value, label: LABELS[value], icon: icons[value] }))}
      value={useStore(selected) ?? initial}
      onChange={applyTheme}
    />
  );
}
