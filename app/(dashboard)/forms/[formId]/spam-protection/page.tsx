import { getAutoresponder } from "#lib/autoresponder/autoresponder";
import { getObservation } from "#lib/intake/rejections";
import { listBlockedSenders } from "#lib/spam/blocked-senders";
import { getBlockedWords } from "#lib/spam/blocked-words";
import { MAX_BLOCKED_WORDS } from "#lib/spam/schema";
import { type FormParams, formMetadata, formPage } from "../read-form";
import { BlockedSendersCard } from "./blocked-senders";
import { BlockedWordsForm } from "./blocked-words";
import { ProtectionForm } from "./protection-forms";
import { WidgetCard } from "./widget-card";

export const generateMetadata = formMetadata((name) => `Spam protection · ${name}`);

export default async function SpamProtectionPage({ params }: { params: FormParams }) {
  const { ctx, form } = await formPage(params);
  const [autoresponder, words, senders, observation] = await Promise.all([
    getAutoresponder(ctx, form.id),
    getBlockedWords(ctx, form.id),
    listBlockedSenders(ctx),
    getObservation(ctx, form.id),
  ]);
  return (
    <div className="grid gap-6">
      <ProtectionForm form={form} />
      <BlockedWordsForm formId={form.id} words={words} max={MAX_BLOCKED_WORDS} />
      <BlockedSendersCard senders={senders} />
      <WidgetCard
        form={form}
        observation={observation}
        isReplyEnabled={autoresponder?.enabled === true}
      />
    </div>
  );
}
