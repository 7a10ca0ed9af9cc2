import { settings } from "#lib/core/settings";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether the request was sent to this service: BASE_URL's host, or any loopback name when BASE_URL is loopback. */
export function isOwnHost(host: string | null): boolean {
  if (!host || !/^[\w.:[\]-]+$/.test(host)) return false;
  const base = new URL(settings().baseUrl);
  const named = URL.parse(`${base.protocol}//${host}`);
  if (!named) return false;
  if (named.host === base.host) return true;
  return LOOPBACK.test(base.hostname) && LOOPBACK.test(named.hostname);
}
