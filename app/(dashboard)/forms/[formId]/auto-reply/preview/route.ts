import { cutCharacters } from "#lib/core/text";
import { readFormFields } from "#lib/http/read-body";
import { previewReplyEmail } from "#lib/notifications/compose-email";
import { serveMailDocument } from "../../../../mail-document";

/** More is never saved, and takes no more bytes than that, escaped. What is longer is cut. */
const MAX_CHARACTERS = 3_000;
const MAX_BYTES = 64 * 1024;
const EMPTY =
  '<!doctype html><head><title>Preview</title></head><p style="font:14px system-ui;color:#6b7280;padding:16px">Write a message to see it here.';

/** A reply that is being written, for the frame beside it. Nothing is saved, so it may be unfinished. */
export function POST(request: Request): Promise<Response> {
  return serveMailDocument(request, async () => {
    const fields = await readFormFields(request, MAX_BYTES);
    const textOf = (name: string) => cutCharacters(fields.get(name) ?? "", MAX_CHARACTERS).trim();
    const message = textOf("message");
    if (message === "") return EMPTY;
    return previewReplyEmail({ subject: textOf("subject"), message });
  });
}
