import { cookies } from "next/headers";
import {
  LANGUAGE_COOKIE,
  THEME_COOKIE,
  THEMES,
  type Theme,
  TIME_ZONE_COOKIE,
} from "#components/shell/preferences.ts";
import { parseTimeZone } from "#lib/core/dates";

/** The viewer’s theme; an unknown one matches the system. */
export async function viewerTheme(): Promise<Theme> {
  const value = (await cookies()).get(THEME_COOKIE)?.value;
  return THEMES.find((theme) => theme === value) ?? "system";
}

/** The viewer’s time zone; undefined until their browser has sent it. */
export async function viewerTimeZone(): Promise<string | undefined> {
  return parseTimeZone((await cookies()).get(TIME_ZONE_COOKIE)?.value);
}

/** The programming language that the viewer selected in the documentation. */
export async function viewerLanguage(): Promise<string | undefined> {
  return (await cookies()).get(LANGUAGE_COOKIE)?.value;
}
