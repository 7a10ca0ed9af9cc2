import { getAutoresponder } from "#lib/domain/emails/auto-reply/autoresponder";
import { listSenders } from "#lib/domain/forms/spam/protection";
import { getObservation } from "#lib/domain/intake/rejections";
import { type FormParams, formMetadata, formPage } from "../../read-form";
import { BlockedSendersCard } from "./blocked-senders";
import { ProtectionForm } from "./protection-form";
import { WidgetCard } from "./widget-card";

export const generateMetadata = formMetadata((name) => `Spam protection · ${name}`);

export default async function SpamProtectionPage({ params }: { params: FormParams }) {
  const { ctx, form, options } = await formPage(params);
  const [autoresponder, senders, observation] = await Promise.all([
    getAutoresponder(ctx, form.id),
    listSenders(ctx, "blocked"),
    getObservation(ctx, form.id),
  ]);
  return (
    <div className="grid gap-6">
      <BlockedSendersCard senders={senders} />
      <ProtectionForm form={form} options={options} />
      <WidgetCard
        form={form}
        observation={observation}
        isReplyEnabled={autoresponder?.enabled === true}
      />
    </div>
  );
}
