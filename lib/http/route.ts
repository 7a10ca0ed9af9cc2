import { accountEndpoints } from "#lib/http/contracts/account";
import { endpoints } from "#lib/http/contracts/index";
import { answerPreflight } from "#lib/http/intake/cors";
import { rejectMethod, showHostedForm } from "#lib/http/intake/hosted-form";
import { serveIntake } from "#lib/http/intake/serve-intake";
import type { HttpRequest, HttpResponse } from "#lib/http/message";
import {
  type Defer,
  type HandlerContext,
  serveAccountEndpoints,
  serveEndpoints,
} from "#lib/http/serve-endpoint";
import { forEveryMethod } from "#lib/http/web";

/** What serves an address with all its methods. Both mounts call it. */
export type Handler = (request: HttpRequest, context: HandlerContext) => Promise<HttpResponse>;

function managementHandler(path: string | null): Handler {
  const here = endpoints.filter((endpoint) => endpoint.path === path);
  return (request, context) => serveEndpoints(here, request, context);
}

/** Serves `/f/{publicKey}`. */
export const serveForm: Handler = async (request, { params: { publicKey = "" }, defer }) => {
  switch (request.method) {
    case "POST":
      return serveIntake(request, publicKey, defer);
    case "OPTIONS":
      return answerPreflight(request, publicKey);
    case "GET":
    case "HEAD":
      return showHostedForm(request, publicKey);
    default:
      return rejectMethod(request, ["GET", "HEAD", "POST", "OPTIONS"]);
  }
};

const patterns = new Map<string, RegExp>();

function patternOf(path: string): RegExp {
  const pattern =
    patterns.get(path) ?? new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
  patterns.set(path, pattern);
  return pattern;
}

type Match = { path: string; params: Record<string, string> };

/** Finds the path that an address belongs to, as the route files do: fixed segments win. */
export function matchPath(paths: readonly string[], pathname: string): Match | null {
  const matches = paths.flatMap((path) => {
    const match = patternOf(path).exec(pathname);
    if (!match) return [];
    const params = Object.entries(match.groups ?? {}).map(
      ([name, text]) => [name, decodeURIComponent(text)] as const,
    );
    return [{ path, params: Object.fromEntries(params) }];
  });
  const countParams = ({ params }: Match) => Object.keys(params).length;
  return matches.sort((a, b) => countParams(a) - countParams(b))[0] ?? null;
}

const managementPaths = [...new Set(endpoints.map(({ path }) => path))];
const managementHandlers = new Map(managementPaths.map((path) => [path, managementHandler(path)]));
const unknownPath = managementHandler(null);

/** What serves an address under `/v1`, where no route file finds it. */
export function findManagementHandler(pathname: string) {
  const fixed = managementHandlers.get(pathname);
  if (fixed) return { handle: fixed, params: {} };
  const match = matchPath(managementPaths, pathname);
  const handle = match && managementHandlers.get(match.path);
  return { handle: handle ?? unknownPath, params: match?.params ?? {} };
}

/** Paths without parameters have none at all, not an empty object. */
type RouteContext = {
  params: Promise<Record<string, string | string[] | undefined> | undefined>;
};

/** What a route file exports. */
function toRoute(handle: Handler, defer: Defer) {
  return forEveryMethod(async (request: HttpRequest, context: RouteContext) => {
    const params = Object.entries((await context.params) ?? {}).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as const] : [],
    );
    return handle(request, { params: Object.fromEntries(params), defer });
  });
}

/** @param path - a path of the endpoint array, or null for the catch-all of unknown paths */
export function route(path: string | null, defer: Defer) {
  return toRoute(managementHandler(path), defer);
}

/** Like {@link route}, for the session's endpoints under `/api`. */
export function accountRoute(path: string | null, defer: Defer) {
  const here = accountEndpoints.filter((endpoint) => endpoint.path === path);
  return toRoute((request, context) => serveAccountEndpoints(here, request, context), defer);
}

/** The handlers of `/f/{publicKey}`. */
export function formRoute(defer: Defer) {
  return toRoute(serveForm, defer);
}
