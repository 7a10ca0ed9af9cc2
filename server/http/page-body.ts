import { IncomingMessage } from "node:http";

/** Returns whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * The same request with the body that has arrived, and with its length. The framework reads this one: it
 * would hold a body of any size, and wait for it for as long as it takes.
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
