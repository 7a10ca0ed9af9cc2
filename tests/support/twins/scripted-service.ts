import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { serveHttp } from "#tests/support/twins/listen";

type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string };
type Reply = (response: ServerResponse) => void;

/** Responds with a status, and with JSON and headers if given. */
export function json(status: number, body?: unknown, headers: Record<string, string> = {}): Reply {
  return (response) => {
    const type = body === undefined ? {} : { "content-type": "application/json" };
    response.writeHead(status, { ...type, ...headers }).end(JSON.stringify(body));
  };
}

/** Responds with one of the service's errors. */
export function failure(
  status: number,
  code: string,
  headers: Record<string, string> = {},
  details?: object[],
): Reply {
  const error = { code, message: `It failed with ${code}.`, requestId: "request-1", details };
  return json(status, { error }, headers);
}

/** Never responds. */
export const hang: Reply = () => undefined;

/** Accepts the request and breaks the connection. */
export const breakOff: Reply = (response) => void response.destroy();

/** An HTTP server on this machine that replies as scripted, like a service behind a failing network. */
export async function startScriptedService() {
  const received: Received[] = [];
  let replies: Reply[] = [];

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = request;
    received.push({ method, path: url, headers, body: await text(request) });
    (replies.shift() ?? breakOff)(response);
  }

  const { url, stop } = await serveHttp(serve);

  return {
    baseUrl: url,
    /** Replies to the next requests in turn, and forgets earlier ones. Breaks the connection of any more. */
    script(...next: Reply[]) {
      replies = next;
      received.length = 0;
    },
    received,
    stop,
  };
}
