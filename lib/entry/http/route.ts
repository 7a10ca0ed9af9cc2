import { z } from "zod";
import { callerOf } from "#lib/core/client-address";
import { notFound, sessionRequired } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { inSpan } from "#lib/core/telemetry/tracing";
import { type ActiveSession, authenticateSession } from "#lib/domain/accounts/sessions";
import { triggerDrain } from "#lib/domain/deliveries/drain-trigger";
import { accountEndpoints } from "#lib/entry/account/contract";
import { cookieValue, unsealSession } from "#lib/entry/account/cookie";
import { limitDemoWrites } from "#lib/entry/account/demo-writes";
import { requireSessionRequest } from "#lib/entry/account/session-request";
import {
  type Defer,
  forEveryMethod,
  type HttpRequest,
  type HttpResponse,
  pathOf,
  queryOf,
} from "#lib/entry/http/http-types";
import { runEndpoint, serveAuthenticated } from "#lib/entry/http/management-pipeline";
import { invalidInput, parseBody, parseQuery } from "#lib/entry/http/parse";
import { MethodNotAllowed, RequestLog, serveApi } from "#lib/entry/http/request-log";
import { toResponse } from "#lib/entry/http/respond";
import { endpoints } from "#lib/entry/management/contracts/index";
import type { AccountEndpoint } from "#lib/entry/management/endpoint";

/** Serves addresses with all their methods. Route files and the self-hosted server call it. */
export type Handler = (request: HttpRequest, defer: Defer) => Promise<HttpResponse>;

/** Runs a handler in a span that continues the trace of its client. */
export const inRequestSpan: (handle: Handler) => Handler = (handle) => (request, defer) => {
  const parent = request.headers.get("traceparent");
  return inSpan(request.method, { kind: "server", parent }, () => handle(request, defer));
};

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

/** The exports of a route file. */
export function toRoute(handle: Handler, defer: Defer) {
  return forEveryMethod((request) => inRequestSpan(handle)(request, defer));
}

/** @throws {AppError} not_found for an unknown path, method_not_allowed for another method */
function requireEndpoint<E extends { method: string }>(
  endpoints: readonly E[],
  request: HttpRequest,
) {
  if (endpoints.length === 0) throw notFound();
  const endpoint = endpoints.find(({ method }) => method === request.method);
  if (!endpoint) throw new MethodNotAllowed(endpoints.map(({ method }) => method));
  return endpoint;
}

const NO_QUERY = z.object({});

/** Headers that make a change depend on a state. Nothing here has an ETag that they could name. */
const CONDITIONS = ["If-Match", "If-None-Match", "If-Unmodified-Since"];

/**
 * A change whose condition can't be checked must not happen.
 *
 * @throws {AppError} validation_failed
 */
function rejectConditions({ headers }: HttpRequest): void {
  const details = CONDITIONS.filter((name) => headers.has(name.toLowerCase())).map((path) => ({
    path,
    message: "isn't supported. Leave out the header",
  }));
  if (details.length > 0) throw invalidInput(details);
}

type Input = { query?: z.ZodObject; body?: z.ZodType; isBodyOptional?: boolean };

async function readInput(endpoint: Input, request: HttpRequest) {
  const isRead = request.method === "GET";
  const body = isRead ? undefined : await parseBody(endpoint, request);
  if (!isRead) rejectConditions(request);
  const query = parseQuery(endpoint.query ?? NO_QUERY, queryOf(request));
  return { body, query };
}

/**
 * Serves every address under `/v1`, unknown ones included; {@link serveAuthenticated} and
 * {@link runEndpoint} define the order of the checks.
 */
export const serveManagement: Handler = (request, defer) => {
  const { here, params } = findManagement(pathOf(request));
  const bucket = here[0]?.hasOwnBucket ? "hooks" : "management";
  return serveAuthenticated(
    request,
    { route: here[0]?.path ?? "/v1/*", defer, bucket },
    () => requireEndpoint(here, request),
    (caller, endpoint) =>
      runEndpoint(endpoint, caller, async () => ({
        params,
        ...(await readInput(endpoint, request)),
      })),
  );
};

type RunAccount = Extract<AccountEndpoint, { access: "anyone" }>["run"];

/** @throws {AppError} session_required */
function requireAccess(endpoint: AccountEndpoint, session: ActiveSession | null): RunAccount {
  if (endpoint.access === "anyone") return endpoint.run;
  if (!session) throw sessionRequired();
  return (input) => endpoint.run(session, input);
}

/**
 * Serves the session's endpoints under `/api`, and unknown addresses there. Bearer, CSRF, and session are
 * checked first.
 */
export const serveAccount: Handler = async (request, defer) => {
  const { here, params } = findAccount(pathOf(request));
  const entry = new RequestLog(newId(), request.method, here[0]?.path ?? "/api/*");
  const run = async () => {
    const endpoint = requireEndpoint(here, request);
    requireSessionRequest(request);
    const caller = callerOf(request, new Date());
    const cookies = request.headers.get("cookie");
    const sessionId = await unsealSession(cookieValue(cookies));
    const session = sessionId ? await authenticateSession(sessionId, caller) : null;
    const runFor = requireAccess(endpoint, session);
    entry.workspaceId = session?.ctx.workspaceId;
    if (session && request.method !== "GET") await limitDemoWrites(session, caller);
    const { body, query } = await readInput(endpoint, request);
    const device = cookieValue(cookies, "device") || null;
    const response = toResponse(await runFor({ params, body, query, caller, device }), 200);
    if (endpoint.queues) defer(triggerDrain);
    return response;
  };
  return serveApi(run, entry);
};
