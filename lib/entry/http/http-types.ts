/** A request's headers, by names in lower case. */
export type HttpHeaders = Pick<Headers, "get" | "has">;

/** A request, independent of the server that received it. A web `Request` also has this type. */
export type HttpRequest = {
  readonly method: string;
  /** The target, with its query. Some servers pass the whole URL. */
  readonly url: string;
  readonly headers: HttpHeaders;
  /** The body as it arrives. It needn't be read to its end: the server drops the rest. */
  readonly body: AsyncIterable<Uint8Array> | null;
};

export class HttpResponse {
  readonly status: number;
  /** Values by header name, as the code writes them everywhere, such as `Retry-After`. */
  readonly headers: Record<string, string>;
  readonly body: string | ReadableStream<Uint8Array> | null;
  /** Values of `Set-Cookie`, one header each. Only responses under `/api` have any. */
  readonly cookies: readonly string[];

  constructor(
    status: number,
    headers: Record<string, string>,
    body: HttpResponse["body"] = null,
    cookies: readonly string[] = [],
  ) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.cookies = cookies;
  }
}

/** Runs work after the response: `after` under Next, the connection's `close` event elsewhere. */
export type Defer = (work: () => Promise<void>) => void;

/** Matches targets that normalizing doesn't change, up to their query. */
const NORMAL_TARGET = /^([\w/-]*)(?:\?|$)/;

export function pathOf({ url }: HttpRequest): string {
  return NORMAL_TARGET.exec(url)?.[1] ?? new URL(url, "http://localhost").pathname;
}

export function queryOf({ url }: HttpRequest): URLSearchParams {
  return new URLSearchParams(/^[^?#]*\?([^#]*)/.exec(url)?.[1]);
}

export function languagesOf({ headers }: Pick<HttpRequest, "headers">): string | null {
  return headers.get("accept-language");
}

/** Returns the values of a header such as `Accept`, in lower case, with their `q`. */
export function weightedValues(header: string): { value: string; quality: number }[] {
  return header.split(",").map((range) => {
    const [value = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    return { value, quality: Number.parseFloat(q) || 0 };
  });
}

/** Returns the media type of a Content-Type header, without its parameters; "" if there is none. */
export function mediaTypeOf(headers: HttpHeaders): string {
  return headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
}

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

/** Wraps a handler as a route file's export for one method. */
export function forWeb<Rest extends unknown[]>(handle: Handle<Rest>) {
  return async (request: Request, ...rest: Rest) => toWebResponse(await handle(request, ...rest));
}

/**
 * Exports the same handler for each method, because the framework's own 405 has neither envelope nor
 * request ID.
 */
export function forEveryMethod<Rest extends unknown[]>(handle: Handle<Rest>) {
  const serve = forWeb(handle);
  return Object.fromEntries(METHODS.map((method) => [method, serve])) as Record<
    (typeof METHODS)[number],
    typeof serve
  >;
}

/**
 * The largest body that a page accepts, including its server actions. The largest real one is a
 * sample message for a form's rules.
 */
export const MAX_PAGE_BODY_BYTES = 256 * 1024;

const FORM_SCRIPT = /^\/(form(\/v\d+)?|challenge)\.js(\?|$)/;

/**
 * Returns whether a request is for `/form.js`, a version of it, or the script of the hosted form's challenge: files that
 * browsers may cache.
 */
export function isFormScript(target: string): boolean {
  return FORM_SCRIPT.test(target);
}
