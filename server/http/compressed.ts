import type { IncomingMessage, ServerResponse } from "node:http";

const TYPES: Readonly<Record<string, string>> = {
  js: "application/javascript; charset=UTF-8",
  css: "text/css; charset=UTF-8",
};

/** Returns whether a browser accepts Brotli, which browsers do over HTTPS and on localhost. */
function acceptsBrotli({ headers }: IncomingMessage): boolean {
  const encodings = String(headers["accept-encoding"] ?? "").split(",");
  return encodings.some((encoding) => encoding.trim().toLowerCase() === "br");
}

/**
 * Redirects a request for a script or stylesheet internally to its Brotli copy, if the browser accepts it. The
 * framework only compresses with gzip, and does so again for each request; it serves the copy like any other file.
 *
 * @param copies - the paths that have a Brotli copy
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
