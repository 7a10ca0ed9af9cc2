import { DAY_MS } from "#lib/core/durations";
import { notFound } from "#lib/core/errors";
import { settings } from "#lib/core/settings/settings";
import { forEveryMethod, type HttpRequest, HttpResponse } from "#lib/entry/http/http-types";
import { requireMethod, serveApi } from "#lib/entry/http/request-log";

const VALID_DAYS = 90;

/**
 * Writes the contact for security problems (RFC 9116). It always expires 90 days from today, because
 * the contact is a setting of the running service.
 */
export function securityText(contact: string, baseUrl: string, now: number): string {
  const today = now - (now % DAY_MS);
  return [
    `Contact: ${contact}`,
    `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
    "Preferred-Languages: en",
    // Section 2.5.2 allows no other scheme.
    ...(baseUrl.startsWith("https:") ? [`Canonical: ${baseUrl}/.well-known/security.txt`] : []),
    "",
  ].join("\n");
}

/** The handlers of `/.well-known/security.txt`: 404 unless `SECURITY_CONTACT` is set. */
export const securityTxtRoute = forEveryMethod((request: HttpRequest) =>
  serveApi(() => {
    const { securityContact, baseUrl } = settings();
    if (!securityContact) throw notFound();
    requireMethod(request, "GET", "HEAD");
    const headers = { "Content-Type": "text/plain; charset=utf-8" };
    return new HttpResponse(200, headers, securityText(securityContact, baseUrl, Date.now()));
  }),
);
