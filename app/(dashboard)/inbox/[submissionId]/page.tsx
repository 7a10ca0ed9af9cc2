import { redirect } from "next/navigation";
import { findListStart } from "#lib/domain/submissions/inbox/list-page";
import { getSubmissionFields } from "#lib/domain/submissions/store";
import { pageSession, readOrNotFound } from "../../page-session";
import { inboxHref } from "../inbox-url";

type MessagePageProps = { params: Promise<{ submissionId: string }> };

/** The permanent link to a message: opens it among its neighbors, in the folder that it's in now. */
export default async function MessagePage({ params }: MessagePageProps) {
  const { ctx } = await pageSession();
  const { submissionId } = await params;
  const message = await readOrNotFound(submissionId, () => getSubmissionFields(ctx, submissionId));
  const cursor = (await findListStart(ctx, message)) ?? undefined;
  redirect(inboxHref({ folder: message.folder, message: message.id, cursor }));
}
