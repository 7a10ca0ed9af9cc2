import { db, pool } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { saveAutoresponder } from "#lib/domain/emails/auto-reply/autoresponder";
import type { IncludeAnswers } from "#lib/domain/emails/auto-reply/schema";
import type { Form } from "#lib/domain/forms/schema";
import { acceptSubmission } from "#lib/domain/intake/accept-submission";
import { findOpenForm, visitorContext } from "#lib/domain/intake/open-form";
import type { Recipient } from "#lib/domain/recipients/schema";
import { getSubmission } from "#lib/domain/submissions/store";
import { replyWords } from "#lib/entry/visitor-pages/words/page-texts";
import {
  contextAt,
  createForm,
  createVerifiedRecipient,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import { createVerifiedWidget } from "#tests/support/factories/integration-factories";
import { passingResponse } from "#tests/support/twins/siteverify-twin";
import { receiveAt } from "#tests/support/twins/test-clock";

export const REPLY = { subject: "Thank you", message: "We read every message.\n\nSoon." };

/** Forgets how many emails each mailbox got: it gets three an hour from all tests of a database. */
export async function forgetVisitorEmails(): Promise<void> {
  await pool().query(
    "DELETE FROM counted_events WHERE bucket LIKE 'visitor-emails:%' AND bucket NOT LIKE '%:%:%'",
  );
}

export type AutoReplyForm = { workspace: Workspace; form: Form; replyRecipient: Recipient };

/** A form with a verified widget and an auto-reply, but no recipients: its only emails are auto-replies. */
export async function createAutoReplyForm(
  options: {
    workspace?: Workspace;
    now?: Date;
    enabled?: boolean;
    reply?: Partial<typeof REPLY> & { includeAnswers?: IncludeAnswers };
    /** False where the emails that earlier forms sent count. */
    forgets?: boolean;
  } = {},
): Promise<AutoReplyForm> {
  const { now = new Date(), enabled = true } = options;
  if (options.forgets !== false) await forgetVisitorEmails();
  const workspace = options.workspace ?? (await createWorkspace({ now }));
  const form = await createForm(workspace, { now });
  await db().formRecipient.deleteMany({ where: { formId: form.id } });
  const replyRecipient = await createVerifiedRecipient(workspace);
  await createVerifiedWidget(form.id);
  await saveAutoresponder(contextAt(workspace, now), form.id, {
    revision: null,
    enabled,
    ...REPLY,
    ...options.reply,
    replyRecipientId: replyRecipient.id,
  });
  return { workspace, form, replyRecipient };
}

/** A token for the widget of {@link createAutoReplyForm}; valid once. */
export function passedChallenge(): string {
  return passingResponse("www.example.com", newId());
}

/** Sends a submission that requests an auto-reply at a given time; returns its id. */
export async function askForReply(
  form: Pick<Form, "publicKey">,
  email: string,
  now?: Date,
): Promise<string> {
  const open = await findOpenForm(form.publicKey);
  if (!open) throw new Error("the form doesn't exist");
  await receiveAt(now ?? null);
  const accepted = await acceptSubmission(visitorContext(open, now ?? new Date()), open, {
    fields: [
      ["email", email],
      ["message", "Hello there"],
    ],
    files: [],
    isHoneypotFilled: false,
    repeatKey: null,
    replyWords: replyWords({ language: "en" }, null),
    challenge: passedChallenge(),
    formLimit: { isAllowed: true, resetSeconds: 0 },
    unusedFields: [],
  });
  return accepted.id;
}

/** A submission's auto-reply state in the API. */
export async function replyOf(workspace: Workspace, submissionId: string) {
  return (await getSubmission(workspace.ctx, submissionId)).visitorReply;
}

/** A submission's auto-reply deliveries: none or one. */
export function replyDeliveries(submissionId: string) {
  return db().delivery.findMany({
    where: { channel: "email", submissionId, kind: "visitor_reply" },
  });
}
