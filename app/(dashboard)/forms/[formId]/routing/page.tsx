import type { Metadata } from "next";
import { listRecipients } from "#lib/recipients/store";
import { getRouting } from "#lib/routing/store";
import { listSubmissions } from "#lib/submissions/list-submissions";
import { getSubmission } from "#lib/submissions/store";
import { pageSession } from "../../../page-session";
import { type FormParams, readForm } from "../read-form";
import {
  previewRoutingAction,
  readSampleAction,
  replayRoutingAction,
  saveRoutingAction,
} from "./actions";
import { RoutingEditor } from "./routing-editor";

/** How many recent messages can be selected for the preview. */
const OFFERED_MESSAGES = 10;

export async function generateMetadata({ params }: { params: FormParams }): Promise<Metadata> {
  return { title: `Routing · ${(await readForm((await params).formId)).name}` };
}

export default async function RoutingPage({ params }: { params: FormParams }) {
  const { ctx } = await pageSession();
  const form = await readForm((await params).formId);
  const [routing, recipients, latest] = await Promise.all([
    getRouting(ctx, form.id),
    listRecipients(ctx),
    listSubmissions(ctx, { formId: form.id, folder: "all", limit: OFFERED_MESSAGES }),
  ]);
  const [newest] = latest.data;
  const sample = newest ? Object.entries((await getSubmission(ctx, newest.id)).fields) : [];
  return (
    <RoutingEditor
      saved={routing}
      recipients={recipients}
      formRecipientIds={form.recipientIds}
      messages={latest.data.map(({ id, name, email, receivedAt }) => ({
        id,
        sender: name ?? email ?? "No name",
        receivedAt,
      }))}
      sample={sample}
      draftKey={`routing-${form.id}`}
      save={saveRoutingAction.bind(null, form.id)}
      preview={previewRoutingAction.bind(null, form.id)}
      replay={replayRoutingAction.bind(null, form.id)}
      readSample={readSampleAction}
    />
  );
}
