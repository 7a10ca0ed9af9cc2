import { newId } from "#lib/core/ids";
import { createSavedReply } from "#lib/domain/replies/saved-reply";
import { createNote } from "#lib/domain/submissions/notes/add-notes";
import { sendReply } from "#lib/domain/submissions/replies/send-reply";
import { quoteWords } from "#lib/entry/visitor-pages/words/page-texts";
import {
  createDestinationDelivery,
  createFailedDelivery,
} from "#tests/support/factories/destination-factories";
import { createForm, type Workspace } from "#tests/support/factories/factories";
import {
  createVerifiedWidget,
  createWebhook,
} from "#tests/support/factories/integration-factories";
import { createSubmission } from "#tests/support/factories/message-factories";

/** In every secret, message, and address that must not get into the audit log. */
export const MARKER = "never-logged";

/** A valid request: its body has every property, and every id in it exists. */
export type Sample = {
  status: number;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** Paths of body objects with caller-defined property names. */
  freeObjects?: string[];
};

export type Body = Record<string, unknown>;
type Rest = Pick<Sample, "query" | "freeObjects">;
/** The status is the first documented one, unless it's given. */
export type MakeSample = (workspace: Workspace) => Promise<Partial<Sample>>;

/** Requests about something new, which their bodies may need. */
const about =
  <Given extends { params: Record<string, string> }>(
    create: (workspace: Workspace) => Promise<Given>,
  ) =>
  (body?: Body | ((given: Given) => Body) | null, rest: Rest = {}): MakeSample =>
  async (workspace) => {
    const given = await create(workspace);
    const made = typeof body === "function" ? body(given) : body;
    return { params: given.params, ...(made ? { body: made } : {}), ...rest };
  };

export const onNothing =
  (query: Record<string, string> = {}): MakeSample =>
  async () => ({ query });

export const newSubmission = async (workspace: Workspace, folder: "inbox" | "spam" = "inbox") =>
  createSubmission(workspace, await createForm(workspace), { folder });

export const onForm = about(async (workspace) => {
  const { id: formId, recipientIds } = await createForm(workspace);
  return { params: { formId }, recipientIds };
});

export const onWidget = about(async (workspace) => {
  const { id: formId } = await createForm(workspace);
  await createVerifiedWidget(formId);
  return { params: { formId } };
});

export const onSavedReply = about(async (workspace) => {
  const input = { name: `Quote ${newId()}`, text: "Hello {{name}}" };
  const { id } = await createSavedReply(workspace.ctx, input);
  return { params: { savedReplyId: id } };
});

export const onSubmission = about(async (workspace) => {
  const { id } = await newSubmission(workspace);
  return { params: { submissionId: id } };
});

export const onNote = about(async (workspace) => {
  const { id: submissionId } = await newSubmission(workspace);
  const { id: noteId } = await createNote(workspace.ctx, submissionId, { text: "Called her." });
  return { params: { submissionId, noteId } };
});

export const onReply = about(async (workspace) => {
  const { id: submissionId } = await newSubmission(workspace);
  const ctx = { ...workspace.ctx, now: new Date() };
  const { id: replyId } = await sendReply(ctx, submissionId, { text: "Hello" }, quoteWords);
  return { params: { submissionId, replyId } };
});

/** A form with a webhook whose only delivery failed in the past. */
async function withWebhook(workspace: Workspace) {
  const { form, destination, deliveryId } = await createFailedDelivery(workspace, createWebhook);
  return { params: { formId: form.id }, revision: destination.revision, deliveryId };
}

/** A form with a destination whose only delivery failed in the past. */
export async function withDestination(workspace: Workspace) {
  const { form, destination, deliveryId } = await createDestinationDelivery(workspace);
  return { params: { formId: form.id, destinationId: destination.id }, deliveryId };
}

const aboutDelivery = (create: typeof withWebhook | typeof withDestination) =>
  about(async (workspace) => {
    const { params, deliveryId } = await create(workspace);
    return { params: { ...params, deliveryId } };
  });

export const onWebhook = about(withWebhook);
export const onWebhookDelivery = aboutDelivery(withWebhook);
export const onDestination = about(withDestination);
export const onDestinationDelivery = aboutDelivery(withDestination);
