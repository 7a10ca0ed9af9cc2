import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { getCapturedEmail } from "#lib/notifications/captured-emails";
import { findSession } from "#lib/session/current-session";
import { PREVIEW_POLICY, withLinksOutside } from "./preview-document";

function answer(status: number, html: string): Response {
  return new Response(html, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": PREVIEW_POLICY,
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "X-Request-Id": newId(),
      "Cache-Control": "no-store",
    },
  });
}

type PreviewContext = { params: Promise<{ emailId: string }> };

/** The HTML of a captured mail, for the frame of the test inbox. */
export async function GET(_request: Request, { params }: PreviewContext): Promise<Response> {
  const session = await findSession();
  if (!session) return answer(401, "<!doctype html><title>Sign in</title><p>Sign in first.");
  try {
    const { html } = await getCapturedEmail(session.ctx, (await params).emailId);
    return answer(200, withLinksOutside(html));
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure;
    return answer(failure.status, "<!doctype html><title>Gone</title><p>There is no such mail.");
  }
}
