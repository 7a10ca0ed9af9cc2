import { IncomingMessage } from "node:http";

/** Returns whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Returns the same request with the received body and its length. The framework reads this one;
 * otherwise, it would buffer a body of any size, and wait for it indefinitely.
 */
export function withWholeBody(request: IncomingMessage, bytes: Uint8Array): IncomingMessage {
  const whole = new IncomingMessage(request.socket);
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  Object.assign(whole, { method, url, httpVersion, httpVersionMajor, httpVersionMinor });
  const { "transfer-encoding": _, trailer: _trailer, ...headers } = request.headers;
  whole.headers = { ...headers, "content-length": String(bytes.byteLength) };
  whole.rawHeaders = Object.entries(whole.headers).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((each) => [name, each]),
  );
  whole.complete = true;
  whole.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  whole.push(null);
  return whole;
}
