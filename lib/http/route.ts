import { accountEndpoints } from "#lib/http/contracts/account";
import { endpoints } from "#lib/http/contracts/index";
import { forEveryMethod } from "#lib/http/methods";
import { serveAccountEndpoints } from "#lib/http/serve-account";
import { type Defer, type Served, serveEndpoints } from "#lib/http/serve-endpoint";

/** Paths without parameters have none at all, not an empty object. */
type RouteContext = {
  params: Promise<Record<string, string | string[] | undefined> | undefined>;
};
type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

/**
 * The handlers of one route file. Every method is answered here, also those that the path does not
 * know, because a framework's own 405 has neither envelope nor request id.
 *
 * @param path - a path of the endpoint array, or null for the catch-all of unknown paths
 */
export function route(path: string | null, defer: Defer) {
  const here = endpoints.filter((endpoint) => endpoint.path === path);
  return allMethods(defer, (request, served) => serveEndpoints(here, request, served));
}

/** Like {@link route}, for the session-only endpoints under `/api`. */
export function accountRoute(path: string | null, defer: Defer) {
  const here = accountEndpoints.filter((endpoint) => endpoint.path === path);
  return allMethods(defer, (request, served) => serveAccountEndpoints(here, request, served));
}

function allMethods(defer: Defer, serve: (request: Request, served: Served) => Promise<Response>) {
  const handle: RouteHandler = async (request, context) => {
    const params = Object.entries((await context.params) ?? {}).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as const] : [],
    );
    return serve(request, { params: Object.fromEntries(params), defer });
  };
  return forEveryMethod(handle);
}
