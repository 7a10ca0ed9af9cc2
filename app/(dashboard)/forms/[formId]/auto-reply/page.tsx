import { getAutoresponder } from "#lib/autoresponder/autoresponder";
import { listRecipients } from "#lib/recipients/store";
import { type FormParams, formMetadata, formPage } from "../read-form";
import { AutoReplyEditor } from "./auto-reply-form";
import { describeMissing, isProven, Requirements } from "./requirements";

export const generateMetadata = formMetadata((name) => `Auto-reply · ${name}`);

export default async function AutoReplyPage({ params }: { params: FormParams }) {
  const { ctx, form } = await formPage(params);
  const [saved, all] = await Promise.all([getAutoresponder(ctx, form.id), listRecipients(ctx)]);
  const verified = all.filter(({ status }) => status === "verified");
  const recipients = all.filter(
    (recipient) => verified.includes(recipient) || recipient.id === saved?.replyRecipientId,
  );
  const isMet = { widget: isProven(form.turnstile), recipient: verified.length > 0 };
  return (
    <div className="grid gap-6">
      <Requirements formId={form.id} widget={form.turnstile} isMet={isMet} />
      <AutoReplyEditor
        formId={form.id}
        saved={saved}
        recipients={recipients}
        blocked={describeMissing(isMet)}
      />
    </div>
  );
}
