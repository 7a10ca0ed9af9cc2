import { v7 } from "uuid";
import { saveAutoresponder } from "#lib/autoresponder/autoresponder";
import { SaveFieldsInput } from "#lib/fields/schema";
import { saveFields } from "#lib/forms/form-fields";
import { removeLogo, saveLogo, savePage } from "#lib/forms/form-page";
import { SavePageInput } from "#lib/forms/page-schema";
import { saveRouting } from "#lib/routing/routing";
import { connectTurnstile, disconnectTurnstile, requireTurnstile } from "#lib/turnstile/turnstile";
import { CreateDestinationInput } from "#lib/webhooks/destination-schema";
import {
  createDestination,
  deleteDestination,
  rotateDestinationSecret,
  updateDestination,
} from "#lib/webhooks/save-destination";
import { deleteWebhook, rotateWebhookSecret, saveWebhook } from "#lib/webhooks/save-webhook";
import { MARKER, type VerbCase } from "#tests/support/audit/audit-case";
import { addDestination } from "#tests/support/factories/destination-factories";
import {
  createVerifiedWidget,
  createWebhook,
} from "#tests/support/factories/integration-factories";
import { PNG } from "#tests/support/factories/sample-files";

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
export const INTEGRATION_CASES: Readonly<Record<string, VerbCase>> = {
  connectTurnstile: {
    action: "turnstile.saved",
    prepare:
      ({ ctx, form }) =>
      () =>
        connectTurnstile(ctx, form.id, widget),
  },
  requireTurnstile: {
    action: "turnstile.saved",
    prepare: async ({ ctx, form }) => {
      await createVerifiedWidget(form.id, { enabled: false });
      return () => requireTurnstile(ctx, form.id);
    },
  },
  disconnectTurnstile: {
    action: "turnstile.deleted",
    prepare: async ({ ctx, form }) => {
      await createVerifiedWidget(form.id);
      return () => disconnectTurnstile(ctx, form.id);
    },
  },
  saveFields: {
    action: "form.fields_saved",
    prepare:
      ({ ctx, form }) =>
      () =>
        saveFields(ctx, form.id, SaveFieldsInput.parse(fieldsInput)),
  },
  savePage: {
    action: "form.page_saved",
    prepare:
      ({ ctx, form }) =>
      () =>
        savePage(ctx, form.id, SavePageInput.parse({ revision: null, intro: MARKER })),
  },
  saveLogo: {
    action: "form.logo_saved",
    prepare:
      ({ ctx, form }) =>
      () =>
        saveLogo(ctx, form.id, new Uint8Array(PNG)),
  },
  removeLogo: {
    action: "form.logo_removed",
    prepare: async ({ ctx, form }) => {
      await saveLogo(ctx, form.id, new Uint8Array(PNG));
      return () => removeLogo(ctx, form.id);
    },
  },
  saveRouting: {
    action: "routing.saved",
    prepare: ({ ctx, form }) => {
      const rule = {
        id: v7(),
        name: "Sales",
        field: "topic",
        operator: "equals" as const,
        value: MARKER,
        recipientIds: form.recipientIds,
      };
      return () => saveRouting(ctx, form.id, { revision: null, enabled: true, rules: [rule] });
    },
  },
  saveAutoresponder: {
    action: "autoresponder.saved",
    prepare: async ({ ctx, form }) => {
      await createVerifiedWidget(form.id);
      const [replyRecipientId = ""] = form.recipientIds;
      const draft = { enabled: true, subject: MARKER, message: MARKER, replyRecipientId };
      return () => saveAutoresponder(ctx, form.id, { revision: null, ...draft });
    },
  },
  saveWebhook: {
    action: "webhook.created",
    prepare:
      ({ ctx, form }) =>
      () =>
        saveWebhook(ctx, form.id, { url: webhookUrl("new"), enabled: true }),
  },
  "saveWebhook, again": {
    action: "webhook.updated",
    prepare: async ({ ctx, form, workspace }) => {
      const { revision } = await createWebhook(workspace, form, { url: webhookUrl("old") });
      const input = { url: webhookUrl("new"), enabled: false, revision };
      return () => saveWebhook(ctx, form.id, input);
    },
  },
  rotateWebhookSecret: {
    action: "webhook.secret_rotated",
    prepare: async ({ ctx, form, workspace }) => {
      const { revision } = await createWebhook(workspace, form, { url: webhookUrl("old") });
      return () => rotateWebhookSecret(ctx, form.id, { revision });
    },
  },
  createDestination: {
    action: "destination.created",
    prepare:
      ({ ctx, form }) =>
      () =>
        createDestination(ctx, form.id, newDestination(webhookUrl("destination"))),
  },
  updateDestination: {
    action: "destination.updated",
    prepare: async ({ ctx, workspace, form }) => {
      const { id } = await addDestination(workspace, form, { kind: "webhook" });
      const input = { url: webhookUrl("other"), enabled: false };
      return () => updateDestination(ctx, form.id, id, input);
    },
  },
  rotateDestinationSecret: {
    action: "destination.secret_rotated",
    prepare: async ({ ctx, workspace, form }) => {
      const { id } = await addDestination(workspace, form, { kind: "webhook" });
      return () => rotateDestinationSecret(ctx, form.id, id, { overlapHours: 1 });
    },
  },
  deleteDestination: {
    action: "destination.deleted",
    prepare: async ({ ctx, workspace, form }) => {
      const { id } = await addDestination(workspace, form, { kind: "webhook" });
      return () => deleteDestination(ctx, form.id, id);
    },
  },
  deleteWebhook: {
    action: "webhook.deleted",
    prepare: async ({ ctx, form, workspace }) => {
      await createWebhook(workspace, form, { url: webhookUrl("old") });
      return () => deleteWebhook(ctx, form.id);
    },
  },
};
