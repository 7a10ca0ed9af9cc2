import { AppError, notFound } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings";
import { forEveryMethod } from "#lib/http/methods";
import { errorResponse, finish } from "#lib/http/respond";

const DAY_MS = 86_400_000;
const VALID_DAYS = 90;

/**
 * Where to report a security problem (RFC 9116). It expires 90 days from today: the contact is a
 * setting of the running service, and the file is gone when the service is.
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

function answer(method: string, requestId: string): Response {
  const { securityContact, baseUrl } = settings();
  if (!securityContact) return errorResponse(notFound(), requestId);
  if (method === "GET" || method === "HEAD")
    return new Response(securityText(securityContact, baseUrl, Date.now()), {
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  const response = errorResponse(
    new AppError("method_not_allowed", "This URL only supports GET."),
    requestId,
  );
  response.headers.set("Allow", "GET, HEAD");
  return response;
}

/** The handlers of `/.well-known/security.txt`: 404 unless `SECURITY_CONTACT` is set. */
export const securityTxtRoute = forEveryMethod(async ({ method }: Request) => {
  const requestId = newId();
  return finish(answer(method, requestId), requestId);
});
