import { z } from "zod";

export const THEME_COOKIE = "theme";
const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const ThemeCookie = z.enum(THEMES).catch("system");

/** The theme a cookie value asks for; anything unknown follows the system. */
export function parseTheme(value: string | undefined): Theme {
  return ThemeCookie.parse(value);
}
