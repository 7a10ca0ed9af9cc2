import { isLoopbackHost } from "#lib/core/settings/setting-shapes";

const MAX_CHARACTERS = 1_000;
/** Schemes that browsers handle themselves; a redirect to one could run code or read files. */
const BROWSER_SCHEMES = new Set(
  "about blob chrome content data file filesystem ftp intent jar javascript mailto moz-extension resource sms tel vbscript view-source ws wss".split(
    " ",
  ),
);
const HOSTNAME = /^(?:[a-z0-9._-]+|\[[0-9a-f:]+\])$/;
const PLAIN = /^[\x21-\x7e]+$/;

/**
 * Parses a redirect URI: https, http on this machine (RFC 8252), or the scheme of an app on the person's device,
 * like `cursor://`. Null for everything else.
 */
function parseRedirect(text: string): URL | null {
  if (text.length > MAX_CHARACTERS || !PLAIN.test(text) || /[\\#]/.test(text)) return null;
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return null;
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  // URLs may contain characters in the host that act as separators in a content security policy.
  if (isWeb && !HOSTNAME.test(url.hostname)) return null;
  if (url.protocol === "https:") return url;
  if (url.protocol === "http:") return isLoopbackHost(url.hostname) ? url : null;
  const scheme = url.protocol.slice(0, -1);
  const isApps = /^[a-z][a-z0-9+.-]*$/.test(scheme) && !BROWSER_SCHEMES.has(scheme);
  return isApps && text.toLowerCase().startsWith(`${scheme}:/`) ? url : null;
}

export function isRedirectUri(text: string): boolean {
  return parseRedirect(text) !== null;
}

/** Removes the port, because the system assigns a local app a new one each time. */
function withoutPort(url: URL): string {
  const copy = new URL(url);
  copy.port = "";
  return copy.href;
}

/**
 * Returns whether a request may redirect to `given`: exactly a registered URI, except for the port on this machine.
 */
export function matchesRedirect(registered: readonly string[], given: string): boolean {
  if (registered.includes(given)) return isRedirectUri(given);
  const url = parseRedirect(given);
  if (url?.protocol !== "http:") return false;
  return registered.some((text) => {
    const known = parseRedirect(text);
    return known?.protocol === "http:" && withoutPort(known) === withoutPort(url);
  });
}

/** Describes where a redirect leads: a host; `localhost` for this machine; `cursor:` for an app on the device. */
export function describeRedirect(redirectUri: string): string {
  const url = new URL(redirectUri);
  if (url.protocol === "http:") return "localhost";
  return url.protocol === "https:" ? url.host : url.protocol;
}

/**
 * Returns the source that a page's `form-action` needs so that a form may redirect there; null if it isn't a valid
 * redirect URI.
 */
export function formActionOf(redirectUri: string | null): string | null {
  const url = redirectUri === null ? null : parseRedirect(redirectUri);
  if (url === null) return null;
  // An IPv6 address can't be written in a policy.
  const isNamed = /^https?:$/.test(url.protocol) && !url.hostname.startsWith("[");
  return isNamed ? url.origin : url.protocol;
}

/** Adds the parameters of a response to the URI. */
export function withParameters(
  redirectUri: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.append(name, value);
  return url.href;
}
