import { newId } from "#lib/core/ids";
import { retryDigest } from "#lib/domain/emails/digests/retry-digest";
import { saveNotificationChoice } from "#lib/domain/emails/digests/save-choice";
import { previewNotification } from "#lib/domain/emails/plan-notification";
import { retryEmail } from "#lib/domain/emails/retry-email";
import { replayWebhook } from "#lib/domain/endpoints/replay-webhook";
import { retryWebhookDelivery } from "#lib/domain/endpoints/retry-delivery";
import { testWebhook } from "#lib/domain/endpoints/test-webhook";
import { updateForm } from "#lib/domain/forms/update-form";
import { setWeeklySummary } from "#lib/domain/spam/weekly-summary";
import { planExport } from "#lib/domain/submissions/export/export-submissions";
import { retryFailedBatch } from "#lib/domain/submissions/failed-deliveries";
import { measureSubmissions } from "#lib/domain/submissions/inbox/count-submissions";
import { getInboxMessage } from "#lib/domain/submissions/inbox/get-inbox-message";
import { readRecentContents } from "#lib/domain/submissions/inbox/recent-contents";
import { listFromSender, listMatching } from "#lib/domain/submissions/inbox/select-messages";
import { markNotSpam } from "#lib/domain/submissions/mark-not-spam";
import { createNote, createNotes } from "#lib/domain/submissions/notes/add-notes";
import { updateNote } from "#lib/domain/submissions/notes/notes";
import { undoNotes } from "#lib/domain/submissions/notes/undo-notes";
import { previewConditions, replayRouting } from "#lib/domain/submissions/replay-routing";
import { sendReply, undoReply } from "#lib/domain/submissions/replies/send-reply";
import { restoreSubmissions } from "#lib/domain/submissions/restore-submissions";
import { getSubmission } from "#lib/domain/submissions/store";
import { MarkNotSpamInput } from "#lib/domain/submissions/update-schema";
import { updateSubmissions } from "#lib/domain/submissions/update-submissions";
import { previewTemplate } from "#lib/domain/templates/create-from-template";
import { TemplateInput } from "#lib/domain/templates/template-input";
import { quoteWords } from "#lib/entry/visitor-pages/words/page-texts";
import type { VerbCase } from "#tests/support/audit/audit-case";
import { VERB_CASES } from "#tests/support/audit/verb-cases";
import { callOf } from "#tests/support/contract/contract-samples";
import {
  type ActionRow,
  actions,
  actionsById,
  type RoleWorld,
} from "#tests/support/contract/role-world";
import { createWebhook } from "#tests/support/factories/integration-factories";

const NO_RULES = { enabled: false, rules: [] };

/** The successful call of the audit log's tests, as the one who calls. */
export const as =
  ({ prepare }: VerbCase) =>
  async ({ workspace, form, ctx }: RoleWorld) =>
    (await prepare({ workspace, form, ctx: ctx() }))();

/** The successful call of an endpoint of `/v1` that calls the same verb, as the one who calls. */
const calls =
  (operationId: string) =>
  ({ workspace, ctx }: RoleWorld) =>
    callOf(operationId, workspace, ctx());

/** The actions on messages, forms, and everything in them: members may use them all. */
export const FORM_ACTIONS: Readonly<Record<string, ActionRow>> = {
  ...actions("members", null, {
    updateMessagesAction: ({ ctx, submissionId }) =>
      updateSubmissions(ctx(), [submissionId], { read: true }),
    restoreMessagesAction: ({ ctx, submissionId: id }) =>
      restoreSubmissions(ctx(), [
        { id, folder: "archive", read: true, spamReason: null, suspected: false },
      ]),
    retryFailedAction: ({ ctx }) =>
      retryFailedBatch(ctx(), { acknowledgePossibleDuplicate: false }),
    measureMessagesAction: ({ ctx, submissionId }) => measureSubmissions(ctx(), [submissionId]),
    listMatchingAction: ({ ctx }) => listMatching(ctx(), { folder: "inbox" }),
    listFromSenderAction: ({ ctx }) => listFromSender(ctx(), "@example.com"),
    blockSenderAction: as(VERB_CASES.addSender),
    unblockSenderAction: as(VERB_CASES.removeSender),
    // What isn't found is named by the IDs that were sent.
    createNotesAction: async ({ ctx, submissionId }) => {
      await createNotes(ctx(), [submissionId], { text: "Hello" });
    },
    undoNotesAction: async ({ ctx, submissionId }) => {
      const { id } = await createNote(ctx(), submissionId, { text: "Hello" });
      await undoNotes(ctx(), [id]);
    },
    planExportAction: ({ ctx }) => planExport(ctx(), { folder: "inbox" }),
    guessFieldsAction: ({ ctx, form }) => readRecentContents(ctx(), form.id),
    createFormAction: calls("createForm"),
    readFileAction: ({ ctx }) =>
      previewTemplate(ctx(), TemplateInput.parse({ version: 1, name: "Contact" })),
    createFromFileAction: as(VERB_CASES.createFromTemplate),
    addSenderAction: as(VERB_CASES.addSender),
    removeSenderAction: as(VERB_CASES.removeSender),
    createSavedReplyAction: calls("createSavedReply"),
    forgetWordsAction: calls("forgetSpamWords"),
    saveSummaryAction: ({ ctx }) => setWeeklySummary(ctx(), true),
  }),
  ...actionsById(null, {
    markNotSpamAction: ({ ctx, submissionId }) =>
      markNotSpam(ctx(), submissionId, MarkNotSpamInput.parse({})),
    followTestAction: ({ ctx, submissionId }) => getInboxMessage(ctx(), submissionId),
    readSampleAction: ({ ctx, submissionId }) => getSubmission(ctx(), submissionId),
    sendReplyAction: ({ ctx, submissionId }) =>
      sendReply({ ...ctx(), now: new Date() }, submissionId, { text: "Hello" }, quoteWords),
    undoReplyAction: async ({ ctx, submissionId }) => {
      const now = { ...ctx(), now: new Date() };
      const { id } = await sendReply(now, submissionId, { text: "Hello" }, quoteWords);
      await undoReply(now, submissionId, id);
    },
    createNoteAction: ({ ctx, submissionId }) => createNote(ctx(), submissionId, { text: "Hello" }),
    updateNoteAction: async ({ ctx, submissionId }) => {
      const { id } = await createNote(ctx(), submissionId, { text: "Hello" });
      await updateNote(ctx(), submissionId, id, { text: "Goodbye" });
    },
    updateSavedReplyAction: calls("updateSavedReply"),
    deleteSavedReplyAction: calls("deleteSavedReply"),
    duplicateFormAction: as(VERB_CASES.duplicateForm),
    updateFormAction: ({ ctx, form }) =>
      updateForm(ctx(), form.id, { name: "Renamed", uploadTypes: ["pdf"] }),
    setFormStatusAction: calls("updateForm"),
    saveProtectionAction: ({ ctx, form }) =>
      updateForm(ctx(), form.id, { blockedWords: ["casino"], spamRetentionDays: 30 }),
    saveFrequencyAction: ({ ctx, form, session }) =>
      saveNotificationChoice(ctx(), form.id, {
        memberId: session().account.user.id,
        frequency: "daily",
        hour: 9,
      }),
    saveFilesAction: calls("saveOptions"),
    saveOptionsAction: calls("saveOptions"),
    saveFilterAction: calls("saveSpamFilter"),
    startMovingAction: calls("saveSpamFilter"),
    rotateKeyAction: calls("rotateFormKey"),
    deleteFormAction: calls("deleteForm"),
    connectWidgetAction: calls("connectTurnstile"),
    requireWidgetAction: as(VERB_CASES.requireTurnstile),
    disconnectWidgetAction: calls("disconnectTurnstile"),
    saveFieldsAction: calls("saveFields"),
    adoptSettingAction: calls("updateForm"),
    savePageAction: calls("savePage"),
    saveRoutingAction: calls("saveRouting"),
    saveConfirmationAction: calls("savePage"),
    saveAutoReplyAction: calls("saveAutoresponder"),
    previewRoutingAction: ({ ctx, form }) =>
      previewNotification(ctx(), form.id, { config: NO_RULES, fields: [] }),
    replayRoutingAction: ({ ctx, form }) => replayRouting(ctx(), form.id, { config: NO_RULES }),
    saveWebhookAction: calls("saveWebhook"),
    rotateSecretAction: calls("rotateWebhookSecret"),
    testWebhookAction: async ({ ctx, form, workspace }) => {
      await createWebhook(workspace, form);
      await testWebhook(ctx(), form.id);
    },
    deleteWebhookAction: calls("deleteWebhook"),
    addIntegrationAction: calls("createDestination"),
    setWebhookEnabledAction: calls("saveWebhook"),
    saveNotifyAction: calls("updateForm"),
    updateDestinationAction: calls("updateDestination"),
    setDestinationEnabledAction: calls("updateDestination"),
    rotateDestinationSecretAction: calls("rotateDestinationSecret"),
    removeDestinationAction: calls("deleteDestination"),
    previewConditionsAction: ({ ctx, form }) =>
      previewConditions(ctx(), form.id, {
        match: "all",
        rules: [{ field: "topic", operator: "equals", value: "sales" }],
      }),
  }),
  ...actionsById("not_found", {
    retryEmailAction: ({ ctx, submissionId }) =>
      retryEmail(ctx(), submissionId, newId(), { acknowledgePossibleDuplicate: false }),
    retryDigestAction: ({ ctx }) =>
      retryDigest(ctx(), newId(), { acknowledgePossibleDuplicate: false }),
  }),
  ...actionsById("webhook_not_configured", {
    retryDeliveryAction: ({ ctx, form }) => retryWebhookDelivery(ctx(), form.id, newId()),
    replayMissedAction: ({ ctx, form }) =>
      replayWebhook(ctx(), form.id, { from: 0, to: 1, status: "undelivered" }),
  }),
};
