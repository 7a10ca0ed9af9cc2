import { Agent, request } from "node:http";

const CHUNK = Buffer.alloc(64 * 1024, 0x61);
const CHUNKS = 192;
const BODY_BYTES = CHUNKS * CHUNK.byteLength;

export type Target = { method: string; path: string; headers: Record<string, string> };

/**
 * Sends a body of 12 MiB until a response arrives.
 *
 * @param isDeclared - with a Content-Length, otherwise chunked
 * @returns its status, or the error of the connection
 */
export function sendTooMuch(
  baseUrl: string,
  { method, path, headers }: Target,
  isDeclared: boolean,
): Promise<number | string> {
  return new Promise((resolve) => {
    const call = request(`${baseUrl}${path}`, {
      method,
      headers: { ...headers, ...(isDeclared ? { "content-length": BODY_BYTES } : {}) },
      // Keep-alive, like browsers: with `close`, the connection would end with the response.
      agent: new Agent({ keepAlive: true }),
    });
    call.once("response", (response) => {
      response.resume();
      response.once("close", () => call.destroy());
      resolve(response.statusCode ?? 0);
    });
    call.once("error", (error) => resolve(error.message));
    let sent = 0;
    const send = () => {
      while (sent < CHUNKS && !call.destroyed) {
        sent += 1;
        if (!call.write(CHUNK)) return;
      }
      if (sent === CHUNKS) call.end();
    };
    call.on("drain", send);
    send();
  });
}
