export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_COOKIE = "theme";
/** The viewer’s time zone, sent by the browser. */
export const TIME_ZONE_COOKIE = "time-zone";
/** The programming language that the documentation shows first. */
export const LANGUAGE_COOKIE = "docs-language";

/** Stores a preference for a year, for the server to read. */
export function keepCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API isn't in every browser we serve
  document.cookie = `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax`;
}
