import { getAutoresponder } from "#lib/autoresponder/autoresponder";
import { type FormParams, formMetadata, formPage } from "../read-form";
import { ProtectionForm } from "./protection-forms";
import { WidgetCard } from "./widget-card";

export const generateMetadata = formMetadata((name) => `Spam protection · ${name}`);

export default async function SpamProtectionPage({ params }: { params: FormParams }) {
  const { ctx, form } = await formPage(params);
  const autoresponder = await getAutoresponder(ctx, form.id);
  return (
    <div className="grid gap-6">
      <WidgetCard form={form} isReplyEnabled={autoresponder?.enabled === true} />
      <ProtectionForm form={form} />
    </div>
  );
}
