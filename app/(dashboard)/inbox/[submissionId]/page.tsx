import { redirect } from "next/navigation";
import { getSubmission } from "#lib/submissions/store";
import { pageSession, readOrNotFound } from "../../page-session";
import { inboxHref } from "../inbox-url";

type MessagePageProps = { params: Promise<{ submissionId: string }> };

/** The permanent link to a message: opens it in the folder it is in now. */
export default async function MessagePage({ params }: MessagePageProps) {
  const { ctx } = await pageSession();
  const { submissionId } = await params;
  const message = await readOrNotFound(submissionId, () => getSubmission(ctx, submissionId));
  redirect(inboxHref({ folder: message.folder, message: message.id }));
}
