import type { Context } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { MAX_FORM_FIELDS } from "#lib/core/fields/limits";
import { newId } from "#lib/core/ids";
import { Field } from "#lib/domain/forms/fields/schema";
import { getForm } from "#lib/domain/forms/forms";
import { PageContent } from "#lib/domain/forms/page/page-schema";
import { findOpenForm } from "#lib/domain/intake/open-form";
import { actionOf, toVisitorForm } from "#lib/entry/visitor-pages/form-parts";
import { hostedFormPage } from "#lib/entry/visitor-pages/hosted-form-page";
import { thanksPage } from "#lib/entry/visitor-pages/message-page";
import { newNonce } from "#lib/entry/visitor-pages/respond";

/** The draft to preview, which may be incomplete. */
export type PreviewDraft = {
  /** The draft's fields. Undefined to use the saved ones. */
  fields?: unknown;
  /** The draft's texts and look. Undefined to use the saved ones. */
  page?: unknown;
  part: "form" | "thanks";
  /** The color scheme of the visitor's device, for pages that follow it. */
  scheme: "light" | "dark";
  /** The position of the field that is being edited: its label gets the ID `edited`. */
  edited: number | null;
};

const NO_LABEL = "…";

type Shape = Readonly<Record<string, { safeParse: (value: unknown) => { success: boolean } }>>;

/** Returns the valid members of a draft. The others are treated as left out. */
export function validMembers(shape: Shape, draft: unknown): Record<string, unknown> {
  if (typeof draft !== "object" || draft === null) return {};
  return Object.fromEntries(
    Object.entries(draft).filter(
      ([key, value]) => Object.hasOwn(shape, key) && shape[key]?.safeParse(value).success === true,
    ),
  );
}

function toFields(draft: unknown): Field[] {
  const fields: unknown[] = Array.isArray(draft) ? draft.slice(0, MAX_FORM_FIELDS) : [];
  return fields.map((one, place) =>
    // Makes the names unique, even while someone is typing one twice.
    Field.parse({
      type: "text",
      label: NO_LABEL,
      ...validMembers(Field.shape, one),
      name: `field_${place}`,
    }),
  );
}

/**
 * Marks the label of a field, for the browser to scroll to. Its input won't do: a browser would also focus it, in the
 * middle of a word that is typed elsewhere.
 */
function markEdited(page: string, place: number | null): string {
  if (place === null) return page;
  const label = new RegExp(`<label (?=for="f${place}(?:-0)?">)`);
  return page.replace(label, '$&id="edited" ');
}

/**
 * Renders the hosted form or its thank-you page from a draft, without challenges. Invalid parts of the draft
 * are left out.
 *
 * @param languages - `Accept-Language`
 * @throws {AppError} not_found
 */
export async function previewForm(
  ctx: Context,
  formId: string,
  draft: PreviewDraft,
  languages: string | null,
): Promise<string> {
  const { publicKey } = await getForm(ctx, formId);
  const form = await findOpenForm(publicKey);
  if (!form || form.workspaceId !== ctx.workspaceId) throw notFound();
  const page =
    draft.page === undefined
      ? form.page
      : PageContent.parse(validMembers(PageContent.shape, draft.page));
  const accent = page.accent ?? form.look.color;
  const theme = page.theme === "auto" ? draft.scheme : page.theme;
  const fields =
    draft.fields === undefined ? (form.fieldList?.fields ?? []) : toFields(draft.fields);
  const visitorForm = {
    ...toVisitorForm(
      { ...form, page: { ...page, accent, theme } },
      { languages, isEmbedded: false },
    ),
    fields,
    widgetSiteKey: null,
    challengeUrl: null,
  };
  const nonce = newNonce();
  if (draft.part === "form") {
    const shown = { nonce, form: visitorForm, idempotencyKey: newId(), shownAt: new Date() };
    return markEdited(
      hostedFormPage({ ...shown, typed: [], written: null, isPreview: true }),
      draft.edited,
    );
  }
  const { thanksLinkUrl, thanksLinkText } = page;
  const label = thanksLinkText ?? thanksLinkUrl ?? visitorForm.texts.words.sendAnother;
  const back = { url: thanksLinkUrl ?? actionOf(visitorForm), label };
  return thanksPage({ nonce, form: visitorForm, back, mustConfirm: page.confirmEmail });
}
