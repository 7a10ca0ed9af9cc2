import type { ActiveSession } from "#lib/domain/accounts/sessions";
import { MAX_PAGE_BODY_BYTES } from "#lib/entry/http/http-types";
import { readFormFields } from "#lib/entry/http/read-body";
import { type BrandDraft, LOGO_PICTURE, previewBrand } from "#lib/entry/intake/preview-brand";
import { serveFramedDocument } from "../../../../../framed-document";

function toLogo(given: string | null): BrandDraft["logo"] {
  if (given === "none") return "none";
  return given && LOGO_PICTURE.test(given) ? (given as `data:${string}`) : "saved";
}

/** Previews a brand that is being edited. */
export function POST(request: Request): Promise<Response> {
  const read = async ({ account, ctx }: ActiveSession) => {
    const given = await readFormFields(request, MAX_PAGE_BODY_BYTES);
    const textOf = (name: string) => given.get(name)?.trim() || null;
    const draft: BrandDraft = {
      brand: { name: textOf("name"), replyName: textOf("replyName"), color: textOf("color") },
      logo: toLogo(given.get("logo")),
      part: given.get("part") === "email" ? "email" : "form",
      scheme: given.get("scheme") === "dark" ? "dark" : "light",
    };
    const languages = request.headers.get("accept-language");
    return previewBrand(ctx, draft, account.workspace.name, languages);
  };
  return serveFramedDocument(request, read, { hasImages: true });
}
