import { REDIRECT_NAMES } from "#lib/core/fields/control-fields";
import { type FieldPairs, valuesNamed } from "#lib/core/fields/fields";
import { MAX_REDIRECT_CHARACTERS } from "#lib/domain/forms/schema";

/**
 * Reads a redirect that a page asks for: an HTTPS URL without credentials, or a path on the page's site.
 *
 * @param pageOrigin - the site of the page that sent it, if it's known
 * @returns null for anything else, and for a URL that's too long
 */
export function toRedirectUrl(text: string, pageOrigin: string | null): URL | null {
  const url = URL.parse(text) ?? (text.startsWith("/") ? URL.parse(text, pageOrigin ?? "") : null);
  // Other schemes can have an HTTPS origin too: blob:https://example.com/…
  const isPlain = url?.protocol === "https:" && url.username === "" && url.password === "";
  return isPlain && url.href.length <= MAX_REDIRECT_CHARACTERS ? url : null;
}

/**
 * Returns the page that a submission requests as the next one, as forms of other services do. Only
 * allowed origins are accepted: visitors control the fields, so anything else would be an open
 * redirect.
 *
 * @returns a URL of ASCII characters, or null
 */
export function findRequestedRedirect(
  fields: FieldPairs,
  allowedOrigins: readonly string[],
  pageOrigin: string | null,
): string | null {
  const urls = valuesNamed(fields, REDIRECT_NAMES).map((text) => toRedirectUrl(text, pageOrigin));
  return urls.find((url) => url && allowedOrigins.includes(url.origin))?.href ?? null;
}
