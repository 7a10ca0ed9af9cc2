import { senderOf } from "#components/inbox/sender.ts";
import { isolatedLine } from "#lib/domain/emails/message-text";
import { getRouting } from "#lib/domain/forms/routing/routing";
import { listRecipients } from "#lib/domain/recipients/store";
import { listInbox } from "#lib/domain/submissions/inbox/list-submissions";
import { listFieldNames } from "#lib/domain/submissions/inbox/recent-contents";
import { getSubmissionFields } from "#lib/domain/submissions/store";
import { type FormParams, formMetadata, formPage } from "../../read-form";
import { RoutingEditor } from "./routing-editor";

const OFFERED_MESSAGES = 10;

export const generateMetadata = formMetadata((name) => `Routing · ${name}`);

export default async function RoutingPage({ params }: { params: FormParams }) {
  const { ctx, form } = await formPage(params);
  const [routing, recipients, latest, fieldNames] = await Promise.all([
    getRouting(ctx, form.id),
    listRecipients(ctx),
    listInbox(ctx, { formId: form.id, folder: "all", limit: OFFERED_MESSAGES }),
    listFieldNames(ctx, form.id),
  ]);
  const [newest] = latest.data;
  const sample = newest ? Object.entries((await getSubmissionFields(ctx, newest.id)).fields) : [];
  return (
    <RoutingEditor
      form={form}
      saved={routing}
      recipients={recipients}
      messages={latest.data.map((message) => ({
        id: message.id,
        sender: isolatedLine(senderOf(message)),
        receivedAt: message.receivedAt,
      }))}
      sample={sample}
      fieldNames={fieldNames}
    />
  );
}
