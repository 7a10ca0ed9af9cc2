import { html } from "#lib/core/html";
import { newId } from "#lib/core/ids";
import type { ActiveSession } from "#lib/domain/accounts/sessions";
import { requireRouteSession } from "#lib/entry/account/current-session";
import { toWebResponse } from "#lib/entry/http/http-types";
import { finish, toAppError } from "#lib/entry/http/respond";
import { OPENER_OF_SANDBOXED } from "#lib/entry/http/security-headers";
import { htmlResponse } from "#lib/entry/visitor-pages/respond";

type FrameOptions = {
  /** True if it may show images of this service: an owner's logo. */
  hasImages?: boolean;
};

/**
 * Emails contain untrusted HTML, and previews text that isn't saved: no scripts, no external content, no origin
 * even when opened directly, and framed only by our own pages.
 */
function framePolicy({ hasImages = false }: FrameOptions): string {
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src data:${hasImages ? " 'self'" : ""}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "sandbox allow-popups allow-popups-to-escape-sandbox",
  ].join("; ");
}

/** Links open in new tabs, outside the frame. */
function withLinksOutside(text: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(text) ? text.replace(/<head[^>]*>/i, `$&${base}`) : base + text;
}

/** Serves an email or a preview for a frame, or the reason it can’t be shown. */
export async function serveFramedDocument(
  request: Request,
  read: (session: ActiveSession) => Promise<string>,
  options: FrameOptions = {},
): Promise<Response> {
  const requestId = newId();
  const headers = { "Content-Security-Policy": framePolicy(options), ...OPENER_OF_SANDBOXED };
  const respond = (status: number, text: string) =>
    toWebResponse(finish(htmlResponse(status, text, headers), requestId));
  try {
    const text = await read(await requireRouteSession(request));
    return respond(200, withLinksOutside(text));
  } catch (failure) {
    const { status, message } = toAppError(failure, requestId);
    const rejection = html`<!doctype html><title>No preview</title><p>${message}</p>`;
    return respond(status, rejection.toString());
  }
}
