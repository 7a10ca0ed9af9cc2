import { settings } from "#lib/core/settings/settings";
import { getFields } from "#lib/domain/forms/fields/form-fields";
import { getPage } from "#lib/domain/forms/page/form-page";
import { type FormParams, formMetadata, formPage } from "../read-form";
import { FieldsEditor } from "./fields-editor";

export const generateMetadata = formMetadata((name) => `Fields · ${name}`);

export default async function FieldsPage({ params }: { params: FormParams }) {
  const { ctx, form } = await formPage(params);
  const [saved, page] = await Promise.all([getFields(ctx, form.id), getPage(ctx, form.id)]);
  return (
    <FieldsEditor
      form={form}
      address={`${settings().baseUrl}/f/${form.publicKey}`}
      acceptsFiles={form.settings.uploads.enabled && settings().acceptsFiles}
      hasBothSchemes={page.theme === "auto"}
      saved={saved}
    />
  );
}
