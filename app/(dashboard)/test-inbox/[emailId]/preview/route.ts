import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { getCapturedEmail } from "#lib/notifications/captured-emails";
import { findSession } from "#lib/session/current-session";

/**
 * A mail is somebody else's HTML: no scripts, nothing from elsewhere, no origin even when it is
 * opened by itself; framed by our own pages only.
 */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

function answer(status: number, html: string): Response {
  return new Response(html, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": POLICY,
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "X-Request-Id": newId(),
      "Cache-Control": "no-store",
    },
  });
}

/** Links of the mail open in new tabs, out of the frame. */
function withLinksOutside(html: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, `$&${base}`) : base + html;
}

type PreviewContext = { params: Promise<{ emailId: string }> };

export async function GET(_request: Request, { params }: PreviewContext): Promise<Response> {
  const session = await findSession();
  if (!session) return answer(401, "<!doctype html><title>Sign in</title><p>Sign in first.");
  try {
    const { html } = await getCapturedEmail(session.ctx, (await params).emailId);
    return answer(200, withLinksOutside(html));
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure;
    return answer(
      failure.status,
      "<!doctype html><title>Not found</title><p>There is no such mail.",
    );
  }
}
