import { notFound } from "#lib/core/errors";
import type { HttpRequest } from "#lib/entry/http/http-types";
import { MethodNotAllowed } from "#lib/entry/http/request-log";

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

/** @throws {AppError} not_found for an unknown path, method_not_allowed for another method */
export function requireEndpoint<E extends { method: string }>(
  endpoints: readonly E[],
  request: HttpRequest,
) {
  if (endpoints.length === 0) throw notFound();
  const endpoint = endpoints.find(({ method }) => method === request.method);
  if (!endpoint) throw new MethodNotAllowed(endpoints.map(({ method }) => method));
  return endpoint;
}
