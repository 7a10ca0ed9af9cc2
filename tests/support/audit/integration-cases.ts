import { v7 } from "uuid";
import { saveAutoresponder } from "#lib/domain/emails/auto-reply/autoresponder";
import { saveNotificationChoice } from "#lib/domain/emails/digests/save-choice";
import { CreateDestinationInput } from "#lib/domain/endpoints/destination-schema";
import {
  createDestination,
  deleteDestination,
  rotateDestinationSecret,
  updateDestination,
} from "#lib/domain/endpoints/save-destination";
import {
  deleteWebhook,
  rotateWebhookSecret,
  saveWebhook,
} from "#lib/domain/endpoints/save-webhook";
import { saveFields } from "#lib/domain/forms/fields/form-fields";
import { SaveFieldsInput } from "#lib/domain/forms/fields/schema";
import { saveOptions } from "#lib/domain/forms/options/form-options";
import { UNSAVED_OPTIONS } from "#lib/domain/forms/options/options-schema";
import { savePage } from "#lib/domain/forms/page/form-page";
import { SavePageInput } from "#lib/domain/forms/page/page-schema";
import { saveRouting } from "#lib/domain/forms/routing/routing";
import { saveSpamFilter } from "#lib/domain/forms/spam/filter";
import {
  connectTurnstile,
  disconnectTurnstile,
  requireTurnstile,
} from "#lib/domain/forms/turnstile/turnstile";
import { createImport } from "#lib/domain/imports/imports";
import { cancelImport, startImport, undoImport } from "#lib/domain/imports/start-import";
import { forgetWords } from "#lib/domain/spam/forget-words";
import { MARKER, records, recordsAfter, type VerbCase } from "#tests/support/audit/audit-case";
import { addDestination } from "#tests/support/factories/destination-factories";
import { csvOf, importFile, uploadFile } from "#tests/support/factories/import-factories";
import {
  createVerifiedWidget,
  createWebhook,
} from "#tests/support/factories/integration-factories";

const webhookUrl = (path: string) => `https://hooks.example.com/${MARKER}/${path}`;

const newDestination = (url: string) => CreateDestinationInput.parse({ kind: "webhook", url });

const fieldsInput = {
  revision: null,
  fields: [{ name: "topic", type: "text", label: "Topic", help: MARKER }],
};

const widget = {
  siteKey: "0x4AAAAAAAsite",
  secretKey: `0x4AAAAAAA${MARKER}`,
  hostnames: ["www.example.com"],
  enabled: true,
};

/** Verbs that change a form's integrations. */
export const INTEGRATION_CASES = {
  connectTurnstile: records("turnstile.saved", ({ ctx, form }) =>
    connectTurnstile(ctx, form.id, widget),
  ),
  requireTurnstile: recordsAfter("turnstile.saved", async ({ ctx, form }) => {
    await createVerifiedWidget(form.id, { enabled: false });
    return () => requireTurnstile(ctx, form.id);
  }),
  disconnectTurnstile: recordsAfter("turnstile.deleted", async ({ ctx, form }) => {
    await createVerifiedWidget(form.id);
    return () => disconnectTurnstile(ctx, form.id);
  }),
  saveOptions: records("form.options_saved", ({ ctx, form }) =>
    saveOptions(ctx, form.id, { ...UNSAVED_OPTIONS, maxSubmissions: 50 }),
  ),
  saveSpamFilter: records("spam_filter.saved", ({ ctx, form }) =>
    saveSpamFilter(ctx, form.id, { revision: null, filter: "move", challenge: true }),
  ),
  forgetWords: records("spam_filter.words_forgotten", ({ ctx }) => forgetWords(ctx)),
  saveNotificationChoice: records(
    "form.notification_choice_saved",
    ({ ctx, form, workspace: { user } }) =>
      saveNotificationChoice(ctx, form.id, { memberId: user.id, frequency: "daily", hour: 9 }),
  ),
  createImport: records("import.created", ({ ctx, form }) =>
    createImport(ctx, { formId: form.id, filename: "messages.csv" }),
  ),
  startImport: recordsAfter("import.started", async ({ ctx, form }) => {
    const { id } = await uploadFile(ctx, form.id, csvOf(2));
    return () => startImport(ctx, id, { dryRun: false });
  }),
  cancelImport: recordsAfter("import.canceled", async ({ ctx, form }) => {
    const { id } = await uploadFile(ctx, form.id, csvOf(2));
    return () => cancelImport(ctx, id);
  }),
  undoImport: recordsAfter("import.undone", async ({ ctx, form }) => {
    const { id } = await importFile(ctx, form.id, csvOf(2));
    return () => undoImport(ctx, id);
  }),
  saveFields: records("form.fields_saved", ({ ctx, form }) =>
    saveFields(ctx, form.id, SaveFieldsInput.parse(fieldsInput)),
  ),
  savePage: records("form.page_saved", ({ ctx, form }) =>
    savePage(ctx, form.id, SavePageInput.parse({ revision: null, intro: MARKER })),
  ),
  saveRouting: records("routing.saved", ({ ctx, form }) => {
    const rule = {
      id: v7(),
      name: "Sales",
      field: "topic",
      operator: "equals" as const,
      value: MARKER,
      recipientIds: form.recipientIds,
    };
    return saveRouting(ctx, form.id, { revision: null, enabled: true, rules: [rule] });
  }),
  saveAutoresponder: recordsAfter("autoresponder.saved", async ({ ctx, form }) => {
    await createVerifiedWidget(form.id);
    const [replyRecipientId = ""] = form.recipientIds;
    const draft = { enabled: true, subject: MARKER, message: MARKER, replyRecipientId };
    return () => saveAutoresponder(ctx, form.id, { revision: null, ...draft });
  }),
  saveWebhook: records("webhook.created", ({ ctx, form }) =>
    saveWebhook(ctx, form.id, { url: webhookUrl("new"), enabled: true }),
  ),
  "saveWebhook, again": recordsAfter("webhook.updated", async ({ ctx, form, workspace }) => {
    const { revision } = await createWebhook(workspace, form, { url: webhookUrl("old") });
    const input = { url: webhookUrl("new"), enabled: false, revision };
    return () => saveWebhook(ctx, form.id, input);
  }),
  rotateWebhookSecret: recordsAfter("webhook.secret_rotated", async ({ ctx, form, workspace }) => {
    const { revision } = await createWebhook(workspace, form, { url: webhookUrl("old") });
    return () => rotateWebhookSecret(ctx, form.id, { revision });
  }),
  createDestination: records("destination.created", ({ ctx, form }) =>
    createDestination(ctx, form.id, newDestination(webhookUrl("destination"))),
  ),
  updateDestination: recordsAfter("destination.updated", async ({ ctx, workspace, form }) => {
    const { id } = await addDestination(workspace, form, { kind: "webhook" });
    const input = { url: webhookUrl("other"), enabled: false };
    return () => updateDestination(ctx, form.id, id, input);
  }),
  rotateDestinationSecret: recordsAfter(
    "destination.secret_rotated",
    async ({ ctx, workspace, form }) => {
      const { id } = await addDestination(workspace, form, { kind: "webhook" });
      return () => rotateDestinationSecret(ctx, form.id, id, { overlapHours: 1 });
    },
  ),
  deleteDestination: recordsAfter("destination.deleted", async ({ ctx, workspace, form }) => {
    const { id } = await addDestination(workspace, form, { kind: "webhook" });
    return () => deleteDestination(ctx, form.id, id);
  }),
  deleteWebhook: recordsAfter("webhook.deleted", async ({ ctx, form, workspace }) => {
    await createWebhook(workspace, form, { url: webhookUrl("old") });
    return () => deleteWebhook(ctx, form.id);
  }),
} satisfies Readonly<Record<string, VerbCase>>;
