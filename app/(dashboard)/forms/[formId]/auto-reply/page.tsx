import type { Metadata } from "next";
import { getAutoresponder } from "#lib/autoresponder/store";
import { listRecipients } from "#lib/recipients/store";
import { pageSession } from "../../../page-session";
import { type FormParams, readForm } from "../read-form";
import { saveAutoReplyAction } from "./actions";
import { AutoReplyForm } from "./auto-reply-form";
import { ReplyPreview } from "./reply-preview";
import { Requirements } from "./requirements";

const EDITOR_ID = "auto-reply";

export async function generateMetadata({ params }: { params: FormParams }): Promise<Metadata> {
  return { title: `Auto-reply of ${(await readForm((await params).formId)).name}` };
}

export default async function AutoReplyPage({ params }: { params: FormParams }) {
  const { ctx } = await pageSession();
  const form = await readForm((await params).formId);
  const [saved, recipients] = await Promise.all([
    getAutoresponder(ctx, form.id),
    listRecipients(ctx),
  ]);
  const addresses = recipients.filter(
    ({ id, status }) => status === "verified" || id === saved?.replyRecipientId,
  );
  return (
    <div className="grid gap-6">
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <AutoReplyForm
          id={EDITOR_ID}
          keepAs={`auto-reply-${form.id}`}
          saved={saved}
          addresses={addresses.map(({ id, email }) => ({ id, email }))}
          action={saveAutoReplyAction.bind(null, form.id)}
        />
        <div className="grid gap-2 lg:sticky lg:top-14">
          <h2 className="font-semibold">As the visitor sees it</h2>
          <ReplyPreview
            path={`/forms/${form.id}/auto-reply/preview`}
            formId={EDITOR_ID}
            addresses={Object.fromEntries(addresses.map(({ id, email }) => [id, email]))}
          />
        </div>
      </div>
      <Requirements
        formId={form.id}
        widget={form.turnstile}
        hasAddress={recipients.some(({ status }) => status === "verified")}
      />
    </div>
  );
}
