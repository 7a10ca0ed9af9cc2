import { db } from "#lib/adapters/db/database";
import { settings } from "#lib/core/settings/settings";
import { readLook } from "#lib/domain/brand/look";
import { readPage } from "#lib/domain/forms/page/form-page";
import { LANGUAGES, languageTagOf } from "#lib/domain/forms/page/page-schema";
import { isHosted } from "../is-hosted";
import { type FormParams, formMetadata, formPage, readFieldList } from "../read-form";
import { FormEditor } from "./form-editor";

export const generateMetadata = formMetadata((name) => `Form · ${name}`);

const LANGUAGE_NAMES = LANGUAGES.map((language) => {
  const tag = languageTagOf(language);
  const name = new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;
  return { language, name: name.charAt(0).toLocaleUpperCase(tag) + name.slice(1) };
});

export default async function FormTabPage({ params }: { params: FormParams }) {
  const { ctx, form } = await formPage(params);
  const [fields, page, brand] = await Promise.all([
    readFieldList(form.id),
    readPage(db(), ctx, form.id),
    readLook(db(), ctx, null),
  ]);
  return (
    <FormEditor
      form={form}
      address={`${settings().baseUrl}/f/${form.publicKey}`}
      isHosted={isHosted(form.settings, settings().baseUrl)}
      acceptsFiles={form.settings.uploads.enabled && settings().acceptsFiles}
      fields={fields}
      page={page}
      languages={LANGUAGE_NAMES}
      brand={{ color: brand.color, hasLogo: brand.logo !== null }}
    />
  );
}
