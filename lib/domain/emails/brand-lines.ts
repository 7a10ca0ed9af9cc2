import { settings } from "#lib/core/settings/settings";

/** Ends the footer of a text email with the brand's link, as in its HTML. Empty without BRAND_URL. */
export function brandLines(): string[] {
  const { name, url } = settings().brand;
  return url === null ? [] : [`${name}: ${url}`];
}
