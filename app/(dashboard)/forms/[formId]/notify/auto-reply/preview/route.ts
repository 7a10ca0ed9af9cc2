import { db } from "#lib/adapters/db/database";
import { cutCharacters } from "#lib/core/characters";
import type { ActiveSession } from "#lib/domain/accounts/sessions";
import { readLook } from "#lib/domain/brand/look";
import { previewReply, readPreviewed } from "#lib/domain/emails/auto-reply/compose-reply";
import { IncludeAnswers } from "#lib/domain/emails/auto-reply/schema";
import { toLetterhead } from "#lib/domain/emails/html/letterhead";
import { toReplyHtml } from "#lib/domain/emails/html/write-html";
import { readFormFields } from "#lib/entry/http/read-body";
import { replyWords } from "#lib/entry/visitor-pages/words/page-texts";
import { serveFramedDocument } from "../../../../../framed-document";

type PreviewContext = { params: Promise<{ formId: string }> };

/** The limits of a saved message, in characters, and escaped in bytes. Longer text is cut. */
const MAX_CHARACTERS = 3_000;
const MAX_BYTES = 64 * 1024;
const EMPTY =
  '<!doctype html><head><title>Preview</title></head><p style="font:14px system-ui;color:#6b7280;padding:16px">Write a message to see the preview.';

/** Previews a reply that is being written, which may be incomplete. */
export function POST(request: Request, { params }: PreviewContext): Promise<Response> {
  const read = async ({ account, ctx }: ActiveSession) => {
    const fields = await readFormFields(request, MAX_BYTES);
    const textOf = (name: string) => cutCharacters(fields.get(name) ?? "", MAX_CHARACTERS).trim();
    const message = textOf("message");
    if (message === "") return EMPTY;
    const { formId } = await params;
    const form = await readPreviewed(ctx, formId);
    const words = replyWords(form.page, request.headers.get("accept-language"));
    const { data: includeAnswers = "none" } = IncludeAnswers.safeParse(textOf("includeAnswers"));
    const draft = { subject: textOf("subject"), message, words, includeAnswers };
    const look = await readLook(db(), ctx, formId);
    const reply = previewReply(draft, form, look.business ?? account.workspace.name);
    // The frame only shows images from the origin that the dashboard was opened with.
    return toReplyHtml(reply, toLetterhead(look, ""));
  };
  return serveFramedDocument(request, read, { hasImages: true });
}
