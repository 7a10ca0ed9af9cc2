import { AppError } from "#lib/core/errors";
import { getCapturedEmail } from "#lib/notifications/captured-emails";
import { findSession } from "#lib/session/current-session";
import { mailDocument, withLinksOutside } from "../../../mail-document";

type PreviewContext = { params: Promise<{ emailId: string }> };

/** The HTML of a captured mail, for the frame of the test inbox. */
export async function GET(_request: Request, { params }: PreviewContext): Promise<Response> {
  const session = await findSession();
  if (!session) return mailDocument(401, "<!doctype html><title>Sign in</title><p>Sign in first.");
  try {
    const { html } = await getCapturedEmail(session.ctx, (await params).emailId);
    return mailDocument(200, withLinksOutside(html));
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure;
    return mailDocument(
      failure.status,
      "<!doctype html><title>Gone</title><p>There is no such mail.",
    );
  }
}
