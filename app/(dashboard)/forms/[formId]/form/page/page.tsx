import { getPage } from "#lib/domain/forms/page/form-page";
import { LANGUAGES, tagOf } from "#lib/domain/forms/page/page-schema";
import type { Turnstile } from "#lib/domain/forms/turnstile/schema";
import { type FormParams, formMetadata, formPage } from "../../read-form";
import { PageEditor } from "./page-editor";

export const generateMetadata = formMetadata((name) => `Page · ${name}`);

const LANGUAGE_NAMES = LANGUAGES.map((language) => {
  const tag = tagOf(language);
  const name = new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;
  return { language, name: name.charAt(0).toLocaleUpperCase(tag) + name.slice(1) };
});

/** Why visitors can’t be asked to confirm their address, or aren’t although that’s on; null if there’s nothing to say. */
function describeProblem(widget: Turnstile | null, isOn: boolean): string | null {
  if (!widget?.enabled)
    return isOn
      ? "No message waits: the form’s Turnstile widget is missing or off."
      : "Requires a Turnstile widget, so that bots can’t trigger emails.";
  return isOn || widget.verifiedAt !== null
    ? null
    : "Requires a confirmed Turnstile widget. The first successful submission confirms it.";
}

export default async function HostedPagePage({ params }: { params: FormParams }) {
  const { ctx, form } = await formPage(params);
  const saved = await getPage(ctx, form.id);
  return (
    <PageEditor
      form={form}
      saved={saved}
      languages={LANGUAGE_NAMES}
      blocked={describeProblem(form.turnstile, saved.confirmEmail)}
    />
  );
}
