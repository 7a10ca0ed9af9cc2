import { cutCharacters } from "#lib/core/text";
import { previewReplyMail } from "#lib/notifications/preview-reply-mail";
import { findSession } from "#lib/session/current-session";
import { isSameOrigin } from "#lib/session/same-origin";
import { mailDocument, withLinksOutside } from "../../../../mail-document";

/** More is never saved; a preview of it needs no refusal. */
const MAX_CHARACTERS = 3_000;
const EMPTY =
  '<!doctype html><title>Preview</title><p style="font:14px system-ui;color:#6b7280;padding:16px">Write a message to see it here.';

/** A reply that is being written, for the frame beside it. Nothing is saved, so it may be unfinished. */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request.headers) || !(await findSession()))
    return mailDocument(403, "<!doctype html><title>Sign in</title><p>Sign in first.");
  const data = await request.formData();
  const textOf = (name: string) => cutCharacters(String(data.get(name) ?? ""), MAX_CHARACTERS);
  const message = textOf("message").trim();
  if (message === "") return mailDocument(200, EMPTY);
  const html = await previewReplyMail({ subject: textOf("subject").trim(), message });
  return mailDocument(200, withLinksOutside(html));
}
