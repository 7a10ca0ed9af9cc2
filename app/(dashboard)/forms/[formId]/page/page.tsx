import { getPage } from "#lib/forms/form-page";
import { type FormParams, formMetadata, formPage } from "../read-form";
import { PageEditor } from "./page-editor";

export const generateMetadata = formMetadata((name) => `Page · ${name}`);

export default async function HostedPagePage({ params }: { params: FormParams }) {
  const { ctx, form } = await formPage(params);
  const saved = await getPage(ctx, form.id);
  return (
    <PageEditor formId={form.id} formName={form.name} publicKey={form.publicKey} saved={saved} />
  );
}
