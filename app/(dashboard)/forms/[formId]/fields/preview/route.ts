import type { ActiveSession } from "#lib/accounts/sessions";
import { MAX_PAGE_BODY_BYTES } from "#lib/http/http-types";
import { readFormFields } from "#lib/http/read-body";
import { type PreviewDraft, previewForm } from "#lib/intake-http/preview-form";
import { serveFramedDocument } from "../../../../framed-document";

type PreviewContext = { params: Promise<{ formId: string }> };

/** A part of the draft: undefined when it's left out or can't be read. */
function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Previews the hosted form of fields or of a page that are being edited. */
export function POST(request: Request, { params }: PreviewContext): Promise<Response> {
  const read = async ({ ctx }: ActiveSession) => {
    const given = await readFormFields(request, MAX_PAGE_BODY_BYTES);
    const draft: PreviewDraft = {
      fields: parsed(given.get("fields")),
      page: parsed(given.get("page")),
      part: given.get("part") === "thanks" ? "thanks" : "form",
      edited: /^\d{1,2}$/.test(given.get("edited") ?? "") ? Number(given.get("edited")) : null,
      scheme: given.get("scheme") === "dark" ? "dark" : "light",
    };
    const { formId } = await params;
    return previewForm(ctx, formId, draft, request.headers.get("accept-language"));
  };
  return serveFramedDocument(request, read, { hasImages: true });
}
