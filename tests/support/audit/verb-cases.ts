import { v7 } from "uuid";
import { exportWorkspace } from "#lib/accounts/export-workspace";
import { exportAudit } from "#lib/audit/export-audit";
import type { AuditAction } from "#lib/audit/schema";
import { saveAutoresponder } from "#lib/autoresponder/autoresponder";
import type { Context } from "#lib/core/context";
import { createForm as createFormVerb } from "#lib/forms/create-form";
import { deleteForm, rotateFormKey } from "#lib/forms/forms";
import { CreateFormInput, type Form } from "#lib/forms/schema";
import { updateForm } from "#lib/forms/update-form";
import { addRecipient } from "#lib/recipients/add-recipient";
import { verifyRecipient } from "#lib/recipients/verify-recipient";
import { saveRouting } from "#lib/routing/routing";
import { deleteSubmission, deleteSubmissions } from "#lib/submissions/delete-submissions";
import { erasePerson } from "#lib/submissions/erase-person";
import { exportPerson } from "#lib/submissions/export-person";
import { exportSubmissions } from "#lib/submissions/export-submissions";
import { SubmissionFilter } from "#lib/submissions/schema";
import { createToken as createTokenVerb } from "#lib/tokens/create-token";
import { revokeToken } from "#lib/tokens/tokens";
import { connectTurnstile, disconnectTurnstile } from "#lib/turnstile/turnstile";
import { deleteWebhook, rotateWebhookSecret, saveWebhook } from "#lib/webhooks/save-webhook";
import {
  callerAt,
  contextAt,
  createForm,
  createPendingRecipient,
  createToken,
  createVerifiedRecipient,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import {
  createVerifiedWidget,
  createWebhook,
} from "#tests/support/factories/integration-factories";
import { createSubmission } from "#tests/support/factories/message-factories";
import { linkSecrets } from "#tests/support/factories/queued-emails";

/** In every secret, message and address that must not get into the log. */
export const MARKER = "never-logged";
const PERSON = `${MARKER}@example.com`;

type Setup = { workspace: Workspace; ctx: Context; form: Form };

/** One successful call of a verb: what it needs is made first, the call itself is what is returned. */
export type VerbCase = {
  action: AuditAction;
  actor?: "user" | "visitor";
  prepare: (setup: Setup) => Promise<() => Promise<unknown>> | (() => Promise<unknown>);
};

export async function setUpCase(): Promise<Setup> {
  const workspace = await createWorkspace();
  const form = await createForm(workspace);
  await createSubmission(workspace, form, { fields: { email: PERSON, message: MARKER } });
  return { workspace, ctx: workspace.ctx, form };
}

const webhookUrl = (path: string) => `https://hooks.example.com/${MARKER}/${path}`;

const widget = {
  siteKey: "0x4AAAAAAAsite",
  secretKey: `0x4AAAAAAA${MARKER}`,
  hostnames: ["www.example.com"],
  enabled: true,
};

/** Verbs that change settings, access or secrets, or export or delete data. */
export const VERB_CASES: Readonly<Record<string, VerbCase>> = {
  createForm: {
    action: "form.created",
    prepare: async ({ ctx, workspace }) => {
      const { id } = await createVerifiedRecipient(workspace);
      const settings = { honeypot: "trap", redirectUrl: `https://www.example.com/?${MARKER}` };
      const input = CreateFormInput.parse({ name: "Orders", recipientIds: [id], settings });
      return () => createFormVerb(ctx, input);
    },
  },
  updateForm: {
    action: "form.updated",
    prepare: ({ ctx, form }) => {
      const settings = { subject: MARKER, redirectUrl: `https://www.example.com/?${MARKER}` };
      return () => updateForm(ctx, form.id, { status: "paused", settings });
    },
  },
  deleteForm: {
    action: "form.deleted",
    prepare:
      ({ ctx, form }) =>
      () =>
        deleteForm(ctx, form.id),
  },
  rotateFormKey: {
    action: "form.key_rotated",
    prepare:
      ({ ctx, form }) =>
      () =>
        rotateFormKey(ctx, form.id),
  },
  connectTurnstile: {
    action: "turnstile.saved",
    prepare:
      ({ ctx, form }) =>
      () =>
        connectTurnstile(ctx, form.id, widget),
  },
  disconnectTurnstile: {
    action: "turnstile.deleted",
    prepare: async ({ ctx, form }) => {
      await createVerifiedWidget(form.id);
      return () => disconnectTurnstile(ctx, form.id);
    },
  },
  addRecipient: {
    action: "recipient.added",
    prepare:
      ({ ctx }) =>
      () =>
        addRecipient(ctx, { email: "ada@example.com" }),
  },
  "addRecipient, again": {
    action: "recipient.verification_sent",
    prepare: async ({ workspace }) => {
      const { email } = await createPendingRecipient(workspace);
      const later = contextAt(workspace, new Date(Date.now() + 120_000));
      return () => addRecipient(later, { email });
    },
  },
  verifyRecipient: {
    action: "recipient.verified",
    actor: "visitor",
    prepare: async ({ ctx, workspace }) => {
      await addRecipient(ctx, { email: "ada@example.com" });
      const [secret = ""] = await linkSecrets(workspace, "ada@example.com");
      return () => verifyRecipient(secret, callerAt(ctx.now));
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
  deleteWebhook: {
    action: "webhook.deleted",
    prepare: async ({ ctx, form, workspace }) => {
      await createWebhook(workspace, form, { url: webhookUrl("old") });
      return () => deleteWebhook(ctx, form.id);
    },
  },
  createToken: {
    action: "token.created",
    prepare:
      ({ ctx }) =>
      () =>
        createTokenVerb(ctx, { name: "CI", scopes: ["forms:read"], expiresInDays: 30 }),
  },
  revokeToken: {
    action: "token.revoked",
    prepare: async ({ ctx, workspace }) => {
      const { id } = await createToken(workspace);
      return () => revokeToken(ctx, id);
    },
  },
  exportSubmissions: {
    action: "submissions.exported",
    prepare:
      ({ ctx }) =>
      () =>
        exportSubmissions(ctx, SubmissionFilter.parse({ search: MARKER })),
  },
  deleteSubmission: {
    action: "submissions.deleted",
    prepare: async ({ ctx, form, workspace }) => {
      const { id } = await createSubmission(workspace, form, { fields: { message: MARKER } });
      return () => deleteSubmission(ctx, id);
    },
  },
  deleteSubmissions: {
    action: "submissions.deleted",
    prepare: async ({ ctx, form, workspace }) => {
      const options = { fields: { message: MARKER } };
      const one = await createSubmission(workspace, form, options);
      const other = await createSubmission(workspace, form, options);
      return () => deleteSubmissions(ctx, [one.id, other.id]);
    },
  },
  exportPerson: {
    action: "person.exported",
    prepare:
      ({ ctx }) =>
      () =>
        exportPerson(ctx, { email: PERSON }),
  },
  erasePerson: {
    action: "person.erased",
    prepare:
      ({ ctx }) =>
      () =>
        erasePerson(ctx, { email: PERSON }),
  },
  exportWorkspace: {
    action: "workspace.exported",
    prepare:
      ({ ctx }) =>
      () =>
        exportWorkspace(ctx),
  },
  exportAudit: {
    action: "audit.exported",
    prepare:
      ({ ctx }) =>
      () =>
        exportAudit(ctx, {}),
  },
};
