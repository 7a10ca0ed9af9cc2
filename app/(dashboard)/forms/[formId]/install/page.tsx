import { InstallCard } from "../overview/install-card";
import { TestCard } from "../overview/test-card";
import { type FormParams, formMetadata, formPage, readFieldList } from "../read-form";

export const generateMetadata = formMetadata((name) => `Install · ${name}`);

export default async function InstallPage({ params }: { params: FormParams }) {
  const { ctx, account, form } = await formPage(params);
  const { fields } = await readFieldList(form.id);
  return (
    <div className="grid gap-6">
      <InstallCard ctx={ctx} form={form} />
      <TestCard form={form} fields={fields} email={account.user.email} />
    </div>
  );
}
