import type { Context } from "#lib/core/context";
import { dayBefore } from "#lib/core/dates";
import { HttpResponse } from "#lib/entry/http/http-types";
import { OPENER_OF_SANDBOXED } from "#lib/entry/http/security-headers";

type Download = { filename: string; sizeBytes: number; body: ReadableStream<Uint8Array> };

/** Returns a Content-Disposition with a plain ASCII name and the real one (RFC 6266, RFC 8187). */
export function contentDisposition(
  filename: string,
  type: "attachment" | "inline" = "attachment",
): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%;]/g, "_");
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Creates a response that a browser may only save, but neither show nor sniff. */
export function attachmentResponse(file: Download): HttpResponse {
  const headers = {
    "Content-Type": "application/octet-stream",
    "Content-Length": String(file.sizeBytes),
    "Content-Disposition": contentDisposition(file.filename),
    "Content-Security-Policy": "sandbox; default-src 'none'",
    ...OPENER_OF_SANDBOXED,
  };
  return new HttpResponse(200, headers, file.body);
}

/**
 * The policies of previews. PDFs have no sandbox: their viewers don't run in one, and Chrome and
 * Safari would show an empty page.
 */
const PREVIEW_POLICIES = {
  image: "sandbox; default-src 'none'; frame-ancestors 'none'",
  pdf: "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;

type Preview = Download & { contentType: string; kind: keyof typeof PREVIEW_POLICIES };

/** An image or a PDF that a browser may show. Its type was checked at intake, and isn't sniffed again. */
export function previewResponse(file: Preview): HttpResponse {
  const headers = {
    "Content-Type": file.contentType,
    "Content-Length": String(file.sizeBytes),
    "Content-Disposition": contentDisposition(file.filename, "inline"),
    "Content-Security-Policy": PREVIEW_POLICIES[file.kind],
    "Cross-Origin-Resource-Policy": "same-origin",
    ...(file.kind === "image" ? OPENER_OF_SANDBOXED : {}),
  };
  return new HttpResponse(200, headers, file.body);
}

/** A file that is generated while it's read. */
export function downloadResponse(
  filename: string,
  mediaType: string,
  body: ReadableStream<Uint8Array>,
): HttpResponse {
  const disposition = contentDisposition(filename);
  const headers = { "Content-Type": mediaType, "Content-Disposition": disposition };
  return new HttpResponse(200, headers, body);
}

/**
 * A CSV export as a download.
 *
 * @param timeZone - of the day in its name; UTC without one
 */
export function csvResponse(
  ctx: Context,
  csv: ReadableStream<Uint8Array>,
  timeZone?: string,
): HttpResponse {
  const day = dayBefore(ctx.now.getTime(), 0, timeZone);
  return downloadResponse(`messages-${day}.csv`, "text/csv; charset=utf-8", csv);
}
