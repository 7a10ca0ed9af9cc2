import { saveAutoresponder } from "#lib/autoresponder/autoresponder";
import { newId } from "#lib/core/ids";
import { SaveFieldsInput } from "#lib/fields/schema";
import { createForm, duplicateForm } from "#lib/forms/create-form";
import { saveFields } from "#lib/forms/form-fields";
import { removeLogo, saveLogo, savePage } from "#lib/forms/form-page";
import { deleteForm, rotateFormKey } from "#lib/forms/forms";
import { SavePageInput } from "#lib/forms/page-schema";
import { updateForm } from "#lib/forms/update-form";
import { previewNotification } from "#lib/notifications/plan-notification";
import { previewConditions, replayRouting } from "#lib/notifications/replay-routing";
import { retryEmail } from "#lib/notifications/retry-email";
import { saveRouting } from "#lib/routing/routing";
import {
  addBlockedSender,
  removeBlockedSender,
  saveBlockedWords,
  saveSpamRetention,
} from "#lib/spam/protection";
import { measureSubmissions } from "#lib/submissions/count-submissions";
import { planExport } from "#lib/submissions/export-submissions";
import { retryFailedBatch } from "#lib/submissions/failed-deliveries";
import { getInboxMessage } from "#lib/submissions/get-inbox-message";
import { listFromSender, listMatching } from "#lib/submissions/list-submissions";
import { markNotSpam } from "#lib/submissions/mark-not-spam";
import { readRecentContents } from "#lib/submissions/recent-contents";
import { MarkNotSpamInput } from "#lib/submissions/schema";
import { getSubmission } from "#lib/submissions/store";
import { restoreSubmissions, updateSubmissions } from "#lib/submissions/update-submissions";
import { connectTurnstile, disconnectTurnstile, requireTurnstile } from "#lib/turnstile/turnstile";
import { CreateDestinationInput } from "#lib/webhooks/destination-schema";
import { retryWebhookDelivery } from "#lib/webhooks/retry-delivery";
import {
  createDestination,
  deleteDestination,
  rotateDestinationSecret,
  updateDestination,
} from "#lib/webhooks/save-destination";
import { deleteWebhook, rotateWebhookSecret, saveWebhook } from "#lib/webhooks/save-webhook";
import { SaveWebhookInput } from "#lib/webhooks/schema";
import { testWebhook } from "#lib/webhooks/test-webhook";
import { type ActionRow, actions } from "#tests/support/contract/role-world";
import { createWebhook } from "#tests/support/factories/integration-factories";
import { PNG } from "#tests/support/factories/sample-files";

const NO_RULES = { enabled: false, rules: [] };
const WEBHOOK = SaveWebhookInput.parse({ url: "https://hooks.example.com/form", enabled: true });
const DESTINATION = CreateDestinationInput.parse({
  kind: "webhook",
  url: "https://hooks.example.com/catch",
});

/** The actions on messages, forms, and everything in them: members may use them all. */
export const FORM_ACTIONS: Readonly<Record<string, ActionRow>> = {
  ...actions("members", null, {
    updateMessagesAction: ({ ctx, submissionId }) =>
      updateSubmissions(ctx(), [submissionId], { read: true }),
    restoreMessagesAction: ({ ctx, submissionId: id }) =>
      restoreSubmissions(ctx(), [{ id, folder: "archive", read: true, spamReason: null }]),
    markNotSpamAction: ({ ctx, submissionId }) =>
      markNotSpam(ctx(), submissionId, MarkNotSpamInput.parse({})),
    retryFailedAction: ({ ctx }) =>
      retryFailedBatch(ctx(), { acknowledgePossibleDuplicate: false }),
    measureMessagesAction: ({ ctx, submissionId }) => measureSubmissions(ctx(), [submissionId]),
    listMatchingAction: ({ ctx }) => listMatching(ctx(), { folder: "inbox" }),
    listFromSenderAction: ({ ctx }) => listFromSender(ctx(), "@example.com"),
    blockSenderAction: ({ ctx }) => addBlockedSender(ctx(), "@example.com"),
    unblockSenderAction: ({ ctx }) => removeBlockedSender(ctx(), "@example.com"),
    planExportAction: ({ ctx }) => planExport(ctx(), { folder: "inbox" }),
    followTestAction: ({ ctx, submissionId }) => getInboxMessage(ctx(), submissionId),
    readSampleAction: ({ ctx, submissionId }) => getSubmission(ctx(), submissionId),
    createFormAction: ({ ctx }) => createForm(ctx(), { name: "New", recipientIds: [] }),
    duplicateFormAction: ({ ctx, form }) => duplicateForm(ctx(), form.id),
    updateFormAction: ({ ctx, form }) =>
      updateForm(ctx(), form.id, { name: "Renamed", uploadTypes: ["pdf"] }),
    setFormStatusAction: ({ ctx, form }) => updateForm(ctx(), form.id, { status: "paused" }),
    saveProtectionAction: async ({ ctx, form }) => {
      await updateForm(ctx(), form.id, { settings: { honeypot: "trap" } });
      await saveBlockedWords(ctx(), form.id, ["casino"]);
      await saveSpamRetention(ctx(), form.id, { spamRetentionDays: 30 });
    },
    addBlockedSenderAction: ({ ctx }) => addBlockedSender(ctx(), "ada@example.com"),
    removeBlockedSenderAction: ({ ctx }) => removeBlockedSender(ctx(), "ada@example.com"),
    rotateKeyAction: ({ ctx, form }) => rotateFormKey(ctx(), form.id),
    deleteFormAction: ({ ctx, form }) => deleteForm(ctx(), form.id),
    disconnectWidgetAction: ({ ctx, form }) => disconnectTurnstile(ctx(), form.id),
    saveFieldsAction: ({ ctx, form }) =>
      saveFields(ctx(), form.id, SaveFieldsInput.parse({ revision: null, fields: [] })),
    adoptSettingAction: ({ ctx, form }) =>
      updateForm(ctx(), form.id, { settings: { honeypot: "website" } }),
    guessFieldsAction: ({ ctx, form }) => readRecentContents(ctx(), form.id),
    savePageAction: ({ ctx, form }) =>
      savePage(ctx(), form.id, SavePageInput.parse({ revision: null })),
    saveLogoAction: ({ ctx, form }) => saveLogo(ctx(), form.id, new Uint8Array(PNG)),
    removeLogoAction: ({ ctx, form }) => removeLogo(ctx(), form.id),
    saveRoutingAction: ({ ctx, form }) =>
      saveRouting(ctx(), form.id, { revision: null, ...NO_RULES }),
    previewRoutingAction: ({ ctx, form }) =>
      previewNotification(ctx(), form.id, { config: NO_RULES, fields: [] }),
    replayRoutingAction: ({ ctx, form }) => replayRouting(ctx(), form.id, { config: NO_RULES }),
    saveWebhookAction: ({ ctx, form }) => saveWebhook(ctx(), form.id, WEBHOOK),
    rotateSecretAction: async ({ ctx, form, workspace }) => {
      const { revision } = await createWebhook(workspace, form);
      await rotateWebhookSecret(ctx(), form.id, { revision });
    },
    testWebhookAction: async ({ ctx, form, workspace }) => {
      await createWebhook(workspace, form);
      await testWebhook(ctx(), form.id);
    },
    deleteWebhookAction: ({ ctx, form }) => deleteWebhook(ctx(), form.id),
    addDestinationAction: ({ ctx, form }) => createDestination(ctx(), form.id, DESTINATION),
    previewConditionsAction: ({ ctx, form }) =>
      previewConditions(ctx(), form.id, {
        match: "all",
        rules: [{ field: "topic", operator: "equals", value: "sales" }],
      }),
  }),
  ...actions("members", "not_found", {
    retryEmailAction: ({ ctx, submissionId }) =>
      retryEmail(ctx(), submissionId, newId(), { acknowledgePossibleDuplicate: false }),
    requireWidgetAction: ({ ctx, form }) => requireTurnstile(ctx(), form.id),
    updateDestinationAction: ({ ctx, form }) =>
      updateDestination(ctx(), form.id, newId(), { name: "CRM" }),
    setDestinationEnabledAction: ({ ctx, form }) =>
      updateDestination(ctx(), form.id, newId(), { enabled: false }),
    rotateDestinationSecretAction: ({ ctx, form }) =>
      rotateDestinationSecret(ctx(), form.id, newId(), { overlapHours: 24 }),
    removeDestinationAction: ({ ctx, form }) => deleteDestination(ctx(), form.id, newId()),
  }),
  ...actions("members", "recipient_not_verified", {
    saveAutoReplyAction: ({ ctx, form }) =>
      saveAutoresponder(ctx(), form.id, {
        revision: null,
        enabled: false,
        subject: "Thanks",
        message: "Hello",
        replyRecipientId: newId(),
      }),
  }),
  ...actions("members", "validation_failed", {
    // A new widget needs a secret; with one, this would call Cloudflare.
    connectWidgetAction: ({ ctx, form }) =>
      connectTurnstile(
        ctx(),
        form.id,
        { siteKey: "0x4AAAAAAAsite", hostnames: ["www.example.com"], enabled: true },
        { seenAt: null },
      ),
  }),
  ...actions("members", "webhook_not_configured", {
    retryDeliveryAction: ({ ctx, form }) => retryWebhookDelivery(ctx(), form.id, newId()),
  }),
};
