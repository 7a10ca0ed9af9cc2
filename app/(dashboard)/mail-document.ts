import { newId } from "#lib/core/ids";

/**
 * A mail is somebody else's HTML: no scripts, nothing from elsewhere, no origin even when it is
 * opened by itself; framed by our own pages only.
 */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

/** A document for a frame that shows a mail. */
export function mailDocument(status: number, html: string): Response {
  return new Response(html, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": MAIL_POLICY,
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "X-Request-Id": newId(),
      "Cache-Control": "no-store",
    },
  });
}

/** Links of the mail open in new tabs, out of the frame. */
export function withLinksOutside(html: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, `$&${base}`) : base + html;
}
