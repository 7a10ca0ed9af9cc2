import { settings } from "#lib/core/settings";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether the request was sent to this service: BASE_URL's host, or any loopback name when BASE_URL is loopback. */
export function isOwnHost(host: string | null): boolean {
  if (!host) return false;
  const base = new URL(settings().baseUrl);
  if (host.toLowerCase() === base.host) return true;
  const named = URL.parse(`http://${host}`);
  if (!named) return false;
  return LOOPBACK.test(base.hostname) && LOOPBACK.test(named.hostname);
}
