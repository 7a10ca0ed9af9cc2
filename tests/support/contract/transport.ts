import { request as httpRequest } from "node:http";
import { Readable } from "node:stream";
import { settings } from "#lib/core/settings";
import { registerDrainTrigger } from "#lib/deliveries/drain-trigger";
import { accountEndpoints } from "#lib/http/contracts/account";
import { endpoints } from "#lib/http/contracts/index";
import { pathFinder, serveAccount, serveManagement, toRoute } from "#lib/http/route";

/** A request body: bytes, text, or a stream without a declared length. */
export type Payload = string | Uint8Array | AsyncIterable<Uint8Array>;
export type Sent = {
  method: string;
  path: string;
  headers: Record<string, string>;
  payload?: Payload | undefined;
};

const RUNNING = process.env.TEST_BASE_URL;

/**
 * Whether requests go to a running server (`TEST_BASE_URL`) instead of the handlers. The tests must
 * share its `SECRET_KEY`, `STORAGE_DIR` and database (`TEST_DATABASE_URL`). For the contract suites,
 * which check only responses.
 */
export const isOverHttp = RUNNING !== undefined;

/** The origin that requests are sent to. */
export function apiOrigin(): string {
  return RUNNING ? new URL(RUNNING).origin : new URL(settings().baseUrl).origin;
}

let triggers = 0;
registerDrainTrigger(() => {
  triggers += 1;
});

/** The number of drains requested in this process: one after each response that may have queued email. */
export function drainTriggerCount(): number {
  return triggers;
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

async function sendInProcess(sent: Sent): Promise<Response> {
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
  const response = await handler(request, { params: Promise.resolve({}) });
  for (const work of deferred) await work();
  return response;
}

function sendOverHttp(sent: Sent): Promise<Response> {
  const url = new URL(sent.path, apiOrigin());
  return new Promise((resolve, reject) => {
    const { payload } = sent;
    const isStream = typeof payload === "object" && Symbol.asyncIterator in payload;
    const framing: Record<string, string | number> = isStream
      ? { "transfer-encoding": "chunked" }
      : { "content-length": Buffer.byteLength(payload ?? "") };
    const request = httpRequest(
      url,
      {
        method: sent.method,
        headers: { ...(payload === undefined ? {} : framing), ...sent.headers },
        agent: false,
      },
      (incoming) => {
        const headers = new Headers();
        for (const [name, values] of Object.entries(incoming.headersDistinct))
          for (const value of values ?? []) headers.append(name, value);
        const hasBody = sent.method !== "HEAD" && incoming.statusCode !== 204;
        const stream = hasBody ? (Readable.toWeb(incoming) as ReadableStream<Uint8Array>) : null;
        if (!hasBody) incoming.resume();
        resolve(new Response(stream, { status: incoming.statusCode ?? 0, headers }));
      },
    );
    request.on("error", reject);
    if (isStream) Readable.from(payload).pipe(request);
    else request.end(payload);
  });
}

/** Sends one request and, in process, waits for the work deferred until after the response. */
export function send(sent: Sent): Promise<Response> {
  return isOverHttp ? sendOverHttp(sent) : sendInProcess(sent);
}
