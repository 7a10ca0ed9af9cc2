import { db } from "#lib/adapters/db/database";
import { readLook } from "#lib/domain/brand/look";
import { getPage } from "#lib/domain/forms/page/form-page";
import { LANGUAGES, tagOf } from "#lib/domain/forms/page/page-schema";
import { type FormParams, formMetadata, formPage } from "../../read-form";
import { PageEditor } from "./page-editor";

export const generateMetadata = formMetadata((name) => `Page · ${name}`);

const LANGUAGE_NAMES = LANGUAGES.map((language) => {
  const tag = tagOf(language);
  const name = new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;
  return { language, name: name.charAt(0).toLocaleUpperCase(tag) + name.slice(1) };
});

export default async function HostedPagePage({ params }: { params: FormParams }) {
  const { ctx, form } = await formPage(params);
  const [saved, brand] = await Promise.all([getPage(ctx, form.id), readLook(db(), ctx, null)]);
  return (
    <PageEditor
      form={form}
      saved={saved}
      languages={LANGUAGE_NAMES}
      brand={{ color: brand.color, hasLogo: brand.logo !== null }}
    />
  );
}
