import type { HttpRequest, HttpResponse } from "#lib/http/http-types";

/** Every method that a route file can export. */
export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;

type Handle<Rest extends unknown[]> = (
  request: HttpRequest,
  ...rest: Rest
) => HttpResponse | Promise<HttpResponse>;

export function toWebResponse({ status, headers, body, cookies }: HttpResponse): Response {
  const response = new Response(body, { status, headers });
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}

/** A handler as a route file exports it for one method. */
export function forWeb<Rest extends unknown[]>(handle: Handle<Rest>) {
  return async (request: Request, ...rest: Rest) => toWebResponse(await handle(request, ...rest));
}

/** The same handler for each method: the framework's own 405 has neither envelope nor request ID. */
export function forEveryMethod<Rest extends unknown[]>(handle: Handle<Rest>) {
  const serve = forWeb(handle);
  return Object.fromEntries(METHODS.map((method) => [method, serve])) as Record<
    (typeof METHODS)[number],
    typeof serve
  >;
}
