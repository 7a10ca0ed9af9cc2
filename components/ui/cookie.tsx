/** The viewer's time zone, as the browser tells it to the server. */
export const TIME_ZONE_COOKIE = "time-zone";

/** Keeps a preference of this browser for a year, for the server to read. */
export function keepCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax`;
}
