import { InstallCard } from "../overview/install-card";
import { type FormParams, formMetadata, formPage } from "../read-form";

export const generateMetadata = formMetadata((name) => `Install · ${name}`);

export default async function InstallPage({ params }: { params: FormParams }) {
  const { ctx, form } = await formPage(params);
  return <InstallCard ctx={ctx} form={form} />;
}
