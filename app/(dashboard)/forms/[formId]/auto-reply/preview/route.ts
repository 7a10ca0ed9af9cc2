import { cutCharacters } from "#lib/core/text";
import { previewReplyMail } from "#lib/notifications/preview-reply-mail";
import { serveMailDocument } from "../../../../mail-document";

/** More is never saved; a preview of it needs no refusal. */
const MAX_CHARACTERS = 3_000;
const EMPTY =
  '<!doctype html><head><title>Preview</title></head><p style="font:14px system-ui;color:#6b7280;padding:16px">Write a message to see it here.';

/** A reply that is being written, for the frame beside it. Nothing is saved, so it may be unfinished. */
export function POST(request: Request): Promise<Response> {
  return serveMailDocument(request, async () => {
    const data = await request.formData();
    const textOf = (name: string) => cutCharacters(String(data.get(name) ?? ""), MAX_CHARACTERS);
    const message = textOf("message").trim();
    if (message === "") return EMPTY;
    return previewReplyMail({ subject: textOf("subject").trim(), message });
  });
}
