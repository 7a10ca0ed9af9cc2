import type { IncomingMessage, ServerResponse } from "node:http";

const TYPES: Readonly<Record<string, string>> = {
  js: "application/javascript; charset=UTF-8",
  css: "text/css; charset=UTF-8",
};

/** Whether a browser accepts Brotli, which they do over HTTPS and on localhost. */
function acceptsBrotli({ headers }: IncomingMessage): boolean {
  const encodings = String(headers["accept-encoding"] ?? "").split(",");
  return encodings.some((encoding) => encoding.trim().toLowerCase() === "br");
}

/**
 * Points a request for a script or stylesheet at its Brotli copy, if the browser accepts it. The framework compresses by
 * gzip alone, again for each request; it serves the copy like any other file.
 *
 * @param copies - the addresses that have one
 */
export function preferCompressed(
  request: IncomingMessage,
  response: ServerResponse,
  copies: ReadonlySet<string>,
): void {
  const [path = ""] = (request.url ?? "").split("?");
  if (!copies.has(path)) return;
  response.setHeader("Vary", "Accept-Encoding");
  if (!acceptsBrotli(request)) return;
  request.url = `${path}.br`;
  response.setHeader("Content-Type", TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? "");
  response.setHeader("Content-Encoding", "br");
}
