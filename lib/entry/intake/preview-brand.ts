import { type Context, requireOwner } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { getBrand } from "#lib/domain/brand/brand";
import { SaveBrandInput } from "#lib/domain/brand/brand-schema";
import { toLook } from "#lib/domain/brand/look";
import { previewReply } from "#lib/domain/emails/auto-reply/compose-reply";
import { toLetterhead } from "#lib/domain/emails/html/letterhead";
import { toReplyHtml } from "#lib/domain/emails/html/write-html";
import { validMembers } from "#lib/entry/intake/preview-form";
import { toPageOwner, type VisitorForm } from "#lib/entry/visitor-pages/form-parts";
import { hostedFormPage } from "#lib/entry/visitor-pages/hosted-form-page";
import { newNonce } from "#lib/entry/visitor-pages/respond";
import { replyWords, visitorTexts } from "#lib/entry/visitor-pages/words/page-texts";

/** The draft to preview, which may be incomplete. */
export type BrandDraft = {
  /** The brand's members, as they're typed. */
  brand: unknown;
  /** A picture of the selected file, or which logo is shown. */
  logo: "saved" | "none" | `data:${string}`;
  part: "form" | "email";
  scheme: "light" | "dark";
};

/** A picture that the browser made of a selected file. */
export const LOGO_PICTURE = /^data:image\/(png|webp);base64,[A-Za-z0-9+/]+=*$/;

const SAMPLE = {
  name: "Contact",
  message: "Thank you for your message. We’ll get back to you soon.",
};
const DARK_MODE = "@media (prefers-color-scheme: dark)";

/** A form with an owner's usual settings, for the look of its page. */
const SAMPLE_FORM = {
  publicKey: "",
  honeypot: "",
  uploadsEnabled: false,
  fileExtensions: [],
  widgetSiteKey: null,
  requiresChallenge: false,
  challengeUrl: null,
  offersReply: false,
  fields: [],
  acceptsOthers: true,
} satisfies Partial<VisitorForm>;

/**
 * A hosted form or an email as a draft of the brand would make it. Invalid parts of the draft are left out.
 *
 * @param workspaceName - names the sender where the brand doesn't
 * @param languages - `Accept-Language`
 * @throws {AppError} owner_required
 */
export async function previewBrand(
  ctx: Context,
  draft: BrandDraft,
  workspaceName: string,
  languages: string | null,
): Promise<string> {
  requireOwner(ctx);
  const saved = await getBrand(ctx);
  const {
    name = null,
    replyName = null,
    color = null,
  } = SaveBrandInput.partial().parse(validMembers(SaveBrandInput.shape, draft.brand));
  const brandLook = toLook({ page: null, logo: null, brand: { name, replyName, color } });
  // The frame only shows images from the origin that the dashboard was opened with.
  const path = saved.logoUrl?.replace(/^https?:\/\/[^/]+/, "") ?? null;
  const logo = draft.logo === "saved" ? path : draft.logo === "none" ? null : draft.logo;
  const page = { ...brandLook.page, theme: draft.scheme };
  const look = { ...brandLook, page, logo, isBranded: brandLook.isBranded || logo !== null };
  const texts = visitorTexts(languages);
  if (draft.part === "form") {
    const form = { ...SAMPLE_FORM, ...toPageOwner(look, SAMPLE.name, texts) };
    const shown = { nonce: newNonce(), form, idempotencyKey: newId(), shownAt: new Date() };
    return hostedFormPage({ ...shown, typed: [], written: null, isPreview: true });
  }
  const words = replyWords(look.page, languages);
  const { name: subject, message } = SAMPLE;
  const text = { subject, message, words, includeAnswers: "none" } as const;
  const form = { known: [], isConfirmed: false, now: ctx.now };
  const reply = previewReply(text, form, name ?? workspaceName);
  const email = toReplyHtml(reply, toLetterhead(look, ""));
  return email.replaceAll(DARK_MODE, draft.scheme === "dark" ? "@media all" : "@media not all");
}
