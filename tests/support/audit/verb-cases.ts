import { v7 } from "uuid";
import { exportWorkspace } from "#lib/accounts/export-workspace";
import { exportAudit } from "#lib/audit/list-audit";
import { IdempotencyKey } from "#lib/core/ids";
import { settings } from "#lib/core/settings";
import { db } from "#lib/db/database";
import { createForm as createFormVerb, duplicateForm } from "#lib/forms/create-form";
import { deleteForm, rotateFormKey } from "#lib/forms/forms";
import { CreateFormInput } from "#lib/forms/schema";
import { updateForm } from "#lib/forms/update-form";
import { drainOutbox } from "#lib/jobs/drain-outbox";
import { removeRecipient } from "#lib/notifications/remove-recipient";
import { simulateBounce } from "#lib/notifications/report-email";
import { sendTestEmail } from "#lib/operations/send-test-email";
import { addRecipient } from "#lib/recipients/add-recipient";
import { verifyRecipient } from "#lib/recipients/verification";
import {
  addBlockedSender,
  removeBlockedSender,
  saveBlockedWords,
  saveSpamRetention,
} from "#lib/spam/protection";
import { deleteSubmission, deleteSubmissions } from "#lib/submissions/delete-submissions";
import { exportSelected, exportSubmissions } from "#lib/submissions/export-submissions";
import { erasePerson, exportPerson } from "#lib/submissions/person-data";
import { SubmissionFilter } from "#lib/submissions/schema";
import { createToken as createTokenVerb } from "#lib/tokens/create-token";
import type { CreateTokenInput } from "#lib/tokens/schema";
import { revokeToken } from "#lib/tokens/tokens";
import { MARKER, type Setup, type VerbCase } from "#tests/support/audit/audit-case";
import {
  callerAt,
  contextAt,
  createPendingRecipient,
  createToken,
  createVerifiedRecipient,
} from "#tests/support/factories/factories";
import { createSubmission } from "#tests/support/factories/message-factories";
import { submitTo } from "#tests/support/factories/provider-reports";
import { linkSecrets } from "#tests/support/factories/queued-emails";

const PERSON = `${MARKER}@example.com`;
const TOKEN: CreateTokenInput = { name: "CI", scopes: ["forms:read"], expiresInDays: 30 };

/** The ID of the captured notification of a message to a form. */
async function captureNotification({ workspace, form }: Setup): Promise<string> {
  await submitTo(form);
  await drainOutbox();
  const where = { workspaceId: workspace.id, kind: "notification" };
  return (await db().capturedEmail.findFirstOrThrow({ where })).id;
}

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
  duplicateForm: {
    action: "form.duplicated",
    prepare: async ({ ctx, form }) => {
      await updateForm(ctx, form.id, { settings: { subject: MARKER } });
      return () => duplicateForm(ctx, form.id);
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
  saveBlockedWords: {
    action: "form.blocked_words_saved",
    prepare:
      ({ ctx, form }) =>
      () =>
        saveBlockedWords(ctx, form.id, [MARKER]),
  },
  saveSpamRetention: {
    action: "form.spam_retention_saved",
    prepare:
      ({ ctx, form }) =>
      () =>
        saveSpamRetention(ctx, form.id, { spamRetentionDays: 30 }),
  },
  addBlockedSender: {
    action: "sender.blocked",
    prepare:
      ({ ctx }) =>
      () =>
        addBlockedSender(ctx, PERSON),
  },
  removeBlockedSender: {
    action: "sender.unblocked",
    prepare: async ({ ctx }) => {
      await addBlockedSender(ctx, PERSON);
      return () => removeBlockedSender(ctx, PERSON);
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
  removeRecipient: {
    action: "recipient.removed",
    prepare: async ({ ctx, workspace }) => {
      const { id } = await createVerifiedRecipient(workspace);
      return () => removeRecipient(ctx, id);
    },
  },
  simulateBounce: {
    action: "recipient.blocked",
    prepare: async (setup) => {
      const emailId = await captureNotification(setup);
      return () => simulateBounce(setup.ctx, emailId);
    },
  },
  sendTestEmail: {
    action: "account.test_email_sent",
    prepare: async ({ ctx, workspace: { user } }) => {
      await db().user.update({ where: { id: user.id }, data: { verifiedAt: ctx.now } });
      Object.assign(settings(), { operatorEmails: [user.email] });
      return () => sendTestEmail(ctx);
    },
  },
  createToken: {
    action: "token.created",
    prepare:
      ({ ctx }) =>
      () =>
        createTokenVerb(ctx, TOKEN),
  },
  "createToken, again": {
    action: "token.created",
    prepare: async ({ ctx }) => {
      const key = IdempotencyKey.parse(v7());
      await createTokenVerb(ctx, TOKEN, key);
      return () => createTokenVerb(ctx, TOKEN, key);
    },
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
  exportSelected: {
    action: "submissions.exported",
    prepare: async ({ ctx, form, workspace }) => {
      const { id } = await createSubmission(workspace, form, { fields: { message: MARKER } });
      return () => exportSelected(ctx, { ids: [id] });
    },
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
