import { z } from "zod";
import { THEMES, type Theme } from "#components/shell/theme-names";

export type { Theme };

export const THEME_COOKIE = "theme";

const ThemeCookie = z.enum(THEMES).catch("system");

/** The theme a cookie value asks for; anything unknown follows the system. */
export function parseTheme(value: string | undefined): Theme {
  return ThemeCookie.parse(value);
}
