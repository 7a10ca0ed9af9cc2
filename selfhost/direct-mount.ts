import { type IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { getRequestListener, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { log } from "#lib/core/log";
import { settings } from "#lib/core/settings";
import { findManagementHandler, serveForm } from "#lib/http/route";
import type { Defer } from "#lib/http/serve-endpoint";

const FORM_PATH = /^\/f\/([0-9A-Za-z]+)$/;
const MANAGEMENT_PATH = /^\/v1(\/|$)/;

/** Runs work once the response has been sent, or its connection has closed. */
function deferUntilClosed(outgoing: ServerResponse): Defer {
  return (work) => {
    outgoing.once("close", () => {
      work().catch((err: unknown) => log().error({ err }, "deferred work failed"));
    });
  };
}

function isAbort(failure: unknown): boolean {
  return (
    failure instanceof Error && "code" in failure && failure.code === "ERR_STREAM_PREMATURE_CLOSE"
  );
}

/** A client that leaves cancels the stream; a stream that fails cuts off the response. */
async function sendStream(body: Response["body"], outgoing: ServerResponse): Promise<void> {
  try {
    if (body) await pipeline(body, outgoing);
    else outgoing.end();
  } catch (err) {
    if (!isAbort(err)) log().error({ err }, "a download failed midway");
  }
}

/** Downloads are streamed. Everything else is short: its head and body are sent in one write. */
async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  const headers = Object.fromEntries(response.headers);
  if (response.headers.has("content-disposition")) {
    outgoing.writeHead(response.status, headers);
    return sendStream(response.body, outgoing);
  }
  const body = await response.text();
  // A 204 has no length (RFC 9110, 8.6).
  const length = response.status === 204 ? {} : { "content-length": Buffer.byteLength(body) };
  outgoing.writeHead(response.status, { ...headers, ...length });
  outgoing.end(body);
}

async function serve(request: Request, outgoing: ServerResponse): Promise<Response> {
  const defer = deferUntilClosed(outgoing);
  const { pathname } = new URL(request.url);
  const publicKey = FORM_PATH.exec(pathname)?.[1];
  if (publicKey) return serveForm(request, { params: { publicKey }, defer });
  const { handle, params } = findManagementHandler(pathname);
  return handle(request, { params, defer });
}

function respondToFailure(failure: unknown): Response {
  if (failure instanceof RequestError) return new Response("Bad Request", { status: 400 });
  log().error({ err: failure }, "request failed");
  return new Response("Internal Server Error", { status: 500 });
}

let listener: ReturnType<typeof getRequestListener> | undefined;

/**
 * Serves a form's address or a management request with the functions that the route files export,
 * without the framework in between.
 *
 * @returns whether the request was one of these
 */
export function serveDirectly(request: IncomingMessage, response: ServerResponse): boolean {
  const [path = ""] = (request.url ?? "").split("?");
  if (!FORM_PATH.test(path) && !MANAGEMENT_PATH.test(path)) return false;
  listener ??= getRequestListener(
    async (request, { outgoing }) => {
      if (!(outgoing instanceof ServerResponse)) throw new Error("served over HTTP/1.1 only");
      await send(await serve(request, outgoing), outgoing);
      return RESPONSE_ALREADY_SENT;
    },
    {
      overrideGlobalObjects: false,
      errorHandler: respondToFailure,
      // HTTP/1.0 allows a request without a Host.
      hostname: new URL(settings().baseUrl).host,
    },
  );
  void listener(request, response);
  return true;
}
