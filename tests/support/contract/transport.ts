import { Readable } from "node:stream";
import { settings } from "#lib/core/settings/settings";
import { accountEndpoints } from "#lib/entry/account/contract";
import { serveAccount } from "#lib/entry/account/serve-account";
import { toRoute } from "#lib/entry/http/handler";
import { endpoints } from "#lib/entry/management/contracts/index";
import { pathFinder } from "#lib/entry/management/router";
import { serveManagement } from "#lib/entry/management/serve-management";

/** A request body: bytes, text, or a stream without a declared length. */
export type Payload = string | Uint8Array | AsyncIterable<Uint8Array>;
export type Sent = {
  method: string;
  path: string;
  headers: Record<string, string>;
  payload?: Payload | undefined;
};

/** The origin that requests are sent to. */
export function apiOrigin(): string {
  return new URL(settings().baseUrl).origin;
}

const isAccountPath = (path: string) => path.startsWith("/api");
const findAccount = pathFinder(accountEndpoints);
const findManagement = pathFinder(endpoints);

/** The endpoint path that matches this URL, or null. */
export function templateOf(path: string): string | null {
  const { pathname } = new URL(path, "http://localhost");
  const find = isAccountPath(pathname) ? findAccount : findManagement;
  return find(pathname).here[0]?.path ?? null;
}

/** Sends one request to its handler, and waits for the work deferred until after the response. */
export async function send(sent: Sent): Promise<Response> {
  const url = new URL(sent.path, apiOrigin());
  const deferred: (() => Promise<void>)[] = [];
  const serve = isAccountPath(url.pathname) ? serveAccount : serveManagement;
  const handlers = toRoute(serve, (work) => deferred.push(work));
  const handler = Object.entries(handlers).find(([method]) => method === sent.method)?.[1];
  if (!handler) throw new Error(`a route file doesn't export ${sent.method}`);
  const body =
    typeof sent.payload === "object" && Symbol.asyncIterator in sent.payload
      ? Readable.toWeb(Readable.from(sent.payload))
      : sent.payload;
  const request = new Request(url, {
    method: sent.method,
    headers: { host: url.host, ...sent.headers },
    ...(body === undefined ? {} : { body, duplex: "half" }),
  } as RequestInit);
  const response = await handler(request);
  for (const work of deferred) await work();
  return response;
}
