import { isOwnHost } from "#lib/core/own-host";
import { settings } from "#lib/core/settings";

/**
 * Whether a request comes from a page of this service. A mutation without such proof is refused:
 * a browser sends at least one of the two headers, and a page elsewhere cannot forge them.
 */
export function isSameOrigin(headers: Headers): boolean {
  const origin = headers.get("origin");
  if (origin === null) return headers.get("sec-fetch-site") === "same-origin";
  const url = URL.parse(origin);
  return (
    url !== null &&
    url.protocol === new URL(settings().baseUrl).protocol &&
    url.host === headers.get("host")?.toLowerCase() &&
    isOwnHost(url.host)
  );
}
