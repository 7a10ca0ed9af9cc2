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
import { replayRouting } from "#lib/notifications/replay-routing";
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
import { listFromSender } from "#lib/submissions/list-from-sender";
import { listMatching } from "#lib/submissions/list-submissions";
import { markNotSpam } from "#lib/submissions/mark-not-spam";
import { readRecentContents } from "#lib/submissions/recent-contents";
import { MarkNotSpamInput } from "#lib/submissions/schema";
import { getSubmission } from "#lib/submissions/store";
import { restoreSubmissions, updateSubmissions } from "#lib/submissions/update-submissions";
import { connectTurnstile, disconnectTurnstile, requireTurnstile } from "#lib/turnstile/turnstile";
import { retryWebhookDelivery } from "#lib/webhooks/retry-delivery";
import { deleteWebhook, rotateWebhookSecret, saveWebhook } from "#lib/webhooks/save-webhook";
import { SaveWebhookInput } from "#lib/webhooks/schema";
import { testWebhook } from "#lib/webhooks/test-webhook";
import type { ActionRow } from "#tests/support/contract/role-world";
import { createWebhook } from "#tests/support/factories/integration-factories";
import { PNG } from "#tests/support/factories/sample-files";

const NO_RULES = { enabled: false, rules: [] };
const WEBHOOK = SaveWebhookInput.parse({ url: "https://hooks.example.com/form", enabled: true });

const MESSAGE_ACTIONS: Readonly<Record<string, ActionRow>> = {
  updateMessagesAction: {
    access: "members",
    run: ({ ctx, submissionId }) => updateSubmissions(ctx(), [submissionId], { read: true }),
  },
  restoreMessagesAction: {
    access: "members",
    run: ({ ctx, submissionId: id }) =>
      restoreSubmissions(ctx(), [{ id, folder: "archive", read: true, spamReason: null }]),
  },
  markNotSpamAction: {
    access: "members",
    run: ({ ctx, submissionId }) => markNotSpam(ctx(), submissionId, MarkNotSpamInput.parse({})),
  },
  retryEmailAction: {
    access: "members",
    endsWith: "not_found",
    run: ({ ctx, submissionId }) =>
      retryEmail(ctx(), submissionId, newId(), { acknowledgePossibleDuplicate: false }),
  },
  retryFailedAction: {
    access: "members",
    run: ({ ctx }) => retryFailedBatch(ctx(), { acknowledgePossibleDuplicate: false }),
  },
  measureMessagesAction: {
    access: "members",
    run: ({ ctx, submissionId }) => measureSubmissions(ctx(), [submissionId]),
  },
  listMatchingAction: {
    access: "members",
    run: ({ ctx }) => listMatching(ctx(), { folder: "inbox" }),
  },
  listFromSenderAction: {
    access: "members",
    run: ({ ctx }) => listFromSender(ctx(), "@example.com"),
  },
  blockSenderAction: {
    access: "members",
    run: ({ ctx }) => addBlockedSender(ctx(), "@example.com"),
  },
  unblockSenderAction: {
    access: "members",
    run: ({ ctx }) => removeBlockedSender(ctx(), "@example.com"),
  },
  planExportAction: {
    access: "members",
    run: ({ ctx }) => planExport(ctx(), { folder: "inbox" }),
  },
  readSampleAction: {
    access: "members",
    run: ({ ctx, submissionId }) => getSubmission(ctx(), submissionId),
  },
};

const WEBHOOK_ACTIONS: Readonly<Record<string, ActionRow>> = {
  saveWebhookAction: {
    access: "members",
    run: ({ ctx, form }) => saveWebhook(ctx(), form.id, WEBHOOK),
  },
  rotateSecretAction: {
    access: "members",
    run: async ({ ctx, form, workspace }) => {
      const { revision } = await createWebhook(workspace, form);
      await rotateWebhookSecret(ctx(), form.id, { revision });
    },
  },
  testWebhookAction: {
    access: "members",
    run: async ({ ctx, form, workspace }) => {
      await createWebhook(workspace, form);
      await testWebhook(ctx(), form.id);
    },
  },
  deleteWebhookAction: {
    access: "members",
    run: ({ ctx, form }) => deleteWebhook(ctx(), form.id),
  },
  retryDeliveryAction: {
    access: "members",
    endsWith: "webhook_not_configured",
    run: ({ ctx, form }) => retryWebhookDelivery(ctx(), form.id, newId()),
  },
};

/** The actions on messages, forms, and everything in them: members may use them all. */
export const FORM_ACTIONS: Readonly<Record<string, ActionRow>> = {
  ...MESSAGE_ACTIONS,
  ...WEBHOOK_ACTIONS,
  createFormAction: {
    access: "members",
    run: ({ ctx }) => createForm(ctx(), { name: "New", recipientIds: [] }),
  },
  duplicateFormAction: {
    access: "members",
    run: ({ ctx, form }) => duplicateForm(ctx(), form.id),
  },
  updateFormAction: {
    access: "members",
    run: ({ ctx, form }) => updateForm(ctx(), form.id, { name: "Renamed", uploadTypes: ["pdf"] }),
  },
  setFormStatusAction: {
    access: "members",
    run: ({ ctx, form }) => updateForm(ctx(), form.id, { status: "paused" }),
  },
  saveProtectionAction: {
    access: "members",
    run: async ({ ctx, form }) => {
      await updateForm(ctx(), form.id, { settings: { honeypot: "trap" } });
      await saveBlockedWords(ctx(), form.id, ["casino"]);
      await saveSpamRetention(ctx(), form.id, { spamRetentionDays: 30 });
    },
  },
  addBlockedSenderAction: {
    access: "members",
    run: ({ ctx }) => addBlockedSender(ctx(), "ada@example.com"),
  },
  removeBlockedSenderAction: {
    access: "members",
    run: ({ ctx }) => removeBlockedSender(ctx(), "ada@example.com"),
  },
  rotateKeyAction: { access: "members", run: ({ ctx, form }) => rotateFormKey(ctx(), form.id) },
  deleteFormAction: { access: "members", run: ({ ctx, form }) => deleteForm(ctx(), form.id) },
  connectWidgetAction: {
    access: "members",
    endsWith: "validation_failed",
    // A new widget needs a secret; with one, this would call Cloudflare.
    run: ({ ctx, form }) =>
      connectTurnstile(
        ctx(),
        form.id,
        { siteKey: "0x4AAAAAAAsite", hostnames: ["www.example.com"], enabled: true },
        { seenAt: null },
      ),
  },
  requireWidgetAction: {
    access: "members",
    endsWith: "not_found",
    run: ({ ctx, form }) => requireTurnstile(ctx(), form.id),
  },
  disconnectWidgetAction: {
    access: "members",
    run: ({ ctx, form }) => disconnectTurnstile(ctx(), form.id),
  },
  saveAutoReplyAction: {
    access: "members",
    endsWith: "recipient_not_verified",
    run: ({ ctx, form }) =>
      saveAutoresponder(ctx(), form.id, {
        revision: null,
        enabled: false,
        subject: "Thanks",
        message: "Hello",
        replyRecipientId: newId(),
      }),
  },
  saveFieldsAction: {
    access: "members",
    run: ({ ctx, form }) =>
      saveFields(ctx(), form.id, SaveFieldsInput.parse({ revision: null, fields: [] })),
  },
  adoptSettingAction: {
    access: "members",
    run: ({ ctx, form }) => updateForm(ctx(), form.id, { settings: { honeypot: "website" } }),
  },
  guessFieldsAction: {
    access: "members",
    run: ({ ctx, form }) => readRecentContents(ctx(), form.id),
  },
  savePageAction: {
    access: "members",
    run: ({ ctx, form }) => savePage(ctx(), form.id, SavePageInput.parse({ revision: null })),
  },
  saveLogoAction: {
    access: "members",
    run: ({ ctx, form }) => saveLogo(ctx(), form.id, new Uint8Array(PNG)),
  },
  removeLogoAction: {
    access: "members",
    run: ({ ctx, form }) => removeLogo(ctx(), form.id),
  },
  saveRoutingAction: {
    access: "members",
    run: ({ ctx, form }) => saveRouting(ctx(), form.id, { revision: null, ...NO_RULES }),
  },
  previewRoutingAction: {
    access: "members",
    run: ({ ctx, form }) => previewNotification(ctx(), form.id, { config: NO_RULES, fields: [] }),
  },
  replayRoutingAction: {
    access: "members",
    run: ({ ctx, form }) => replayRouting(ctx(), form.id, { config: NO_RULES }),
  },
};
