import { inSpan } from "#lib/core/telemetry/tracing";
import { drainAfter } from "#lib/domain/deliveries/drain-trigger";
import {
  type Defer,
  forEveryMethod,
  type HttpRequest,
  type HttpResponse,
} from "#lib/entry/http/http-types";

/** Serves addresses with all their methods. Route files and the self-hosted server call it through {@link serveWith}. */
export type Handler = (request: HttpRequest, defer: Defer) => Promise<HttpResponse>;

/** Runs a handler in a span that continues the trace of its client, and starts a drain if it queues something. */
export const serveWith: (handle: Handler) => Handler = (handle) => (request, defer) => {
  const parent = request.headers.get("traceparent");
  return inSpan(request.method, { kind: "server", parent }, () =>
    drainAfter(defer, () => handle(request, defer)),
  );
};

/** Returns the exports of a route file. */
export function toRoute(handle: Handler, defer: Defer) {
  return forEveryMethod((request) => serveWith(handle)(request, defer));
}
