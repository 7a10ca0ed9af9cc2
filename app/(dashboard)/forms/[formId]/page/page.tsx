import { getPage } from "#lib/domain/forms/page/form-page";
import { LANGUAGES } from "#lib/domain/forms/page/page-schema";
import { type FormParams, formMetadata, formPage } from "../read-form";
import { PageEditor } from "./page-editor";

export const generateMetadata = formMetadata((name) => `Page · ${name}`);

const LANGUAGE_NAMES = LANGUAGES.map((language) => {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return { language, name: name.charAt(0).toLocaleUpperCase(language) + name.slice(1) };
});

export default async function HostedPagePage({ params }: { params: FormParams }) {
  const { ctx, form } = await formPage(params);
  return <PageEditor form={form} saved={await getPage(ctx, form.id)} languages={LANGUAGE_NAMES} />;
}
