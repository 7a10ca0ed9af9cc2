import { inSpan } from "#lib/core/tracing";
import { accountEndpoints } from "#lib/http/contracts/account";
import { endpoints } from "#lib/http/contracts/index";
import type { Defer, HttpRequest, HttpResponse } from "#lib/http/http-types";
import {
  type HandlerContext,
  serveAccountEndpoints,
  serveEndpoints,
} from "#lib/http/serve-endpoint";
import { forEveryMethod } from "#lib/http/web";

/** Serves addresses with all their methods. Route files and the self-hosted server call it. */
export type Handler = (request: HttpRequest, context: HandlerContext) => Promise<HttpResponse>;

/** Runs a handler in a span that continues the trace of its client. */
export const inRequestSpan: (handle: Handler) => Handler = (handle) => (request, context) => {
  const parent = request.headers.get("traceparent");
  return inSpan(request.method, { kind: "server", parent }, () => handle(request, context));
};

/** Targets that normalizing doesn't change, up to their query. */
const NORMAL_TARGET = /^([\w/-]*)(?:\?|$)/;

function pathOf({ url }: HttpRequest): string {
  return NORMAL_TARGET.exec(url)?.[1] ?? new URL(url, "http://localhost").pathname;
}

type Match<E> = { here: readonly E[]; params: Record<string, string> };

/** Finds the endpoints of an address by its path: fixed segments win over parameters. */
export function pathFinder<E extends { path: string }>(all: readonly E[]) {
  const byPath = new Map<string, E[]>();
  for (const endpoint of all)
    byPath.set(endpoint.path, [...(byPath.get(endpoint.path) ?? []), endpoint]);
  const patterns = [...byPath].map(([path, here]) => {
    const pattern = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
    return { pattern, here, parameterCount: path.split("{").length };
  });
  patterns.sort((a, b) => a.parameterCount - b.parameterCount);
  return (pathname: string): Match<E> => {
    const fixed = byPath.get(pathname);
    if (fixed) return { here: fixed, params: {} };
    for (const { pattern, here } of patterns) {
      const match = pattern.exec(pathname);
      if (match) return { here, params: { ...match.groups } };
    }
    return { here: [], params: {} };
  };
}

const findManagement = pathFinder(endpoints);
const findAccount = pathFinder(accountEndpoints);

/** Serves every address under `/v1`, unknown ones included. */
export const serveManagement: Handler = (request, { defer }) => {
  const { here, params } = findManagement(pathOf(request));
  return serveEndpoints(here, request, { params, defer });
};

/** Serves the session's endpoints under `/api`, and unknown addresses there. */
export const serveAccount: Handler = (request, { defer }) => {
  const { here, params } = findAccount(pathOf(request));
  return serveAccountEndpoints(here, request, { params, defer });
};

/** Paths without parameters have none at all, not an empty object. */
type RouteContext = {
  params: Promise<Record<string, string | string[] | undefined> | undefined>;
};

/** The exports of a route file. Its segment names are the parameters; a catch-all has none. */
export function toRoute(handle: Handler, defer: Defer) {
  return forEveryMethod(async (request: HttpRequest, context: RouteContext) => {
    const params = Object.entries((await context.params) ?? {}).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as const] : [],
    );
    return inRequestSpan(handle)(request, { params: Object.fromEntries(params), defer });
  });
}
