import type { ActiveSession } from "#lib/domain/accounts/sessions";
import { MAX_PAGE_BODY_BYTES } from "#lib/entry/http/http-types";
import { readFormFields } from "#lib/entry/http/read-body";
import { type PreviewDraft, previewForm } from "#lib/entry/intake/preview-form";
import { serveFramedDocument } from "../../../../framed-document";
import { parseJsonOrNull } from "../../../form-action";

type PreviewContext = { params: Promise<{ formId: string }> };

/** Previews the hosted form of fields or of a page that are being edited. */
export function POST(request: Request, { params }: PreviewContext): Promise<Response> {
  const read = async ({ ctx }: ActiveSession) => {
    const given = await readFormFields(request, MAX_PAGE_BODY_BYTES);
    // Undefined when it's left out or can't be read.
    const partOf = (name: string) => parseJsonOrNull(given.get(name) ?? "") ?? undefined;
    const draft: PreviewDraft = {
      fields: partOf("fields"),
      page: partOf("page"),
      part: given.get("part") === "thanks" ? "thanks" : "form",
      edited: /^\d{1,2}$/.test(given.get("edited") ?? "") ? Number(given.get("edited")) : null,
      scheme: given.get("scheme") === "dark" ? "dark" : "light",
    };
    const { formId } = await params;
    return previewForm(ctx, formId, draft, request.headers.get("accept-language"));
  };
  return serveFramedDocument(request, read, { hasImages: true });
}
